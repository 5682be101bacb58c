import assert from "node:assert/strict";
import type { Envelope, EnvelopeOf } from "../../../lib/lookup/envelope.ts";
import { envelope } from "./envelopes.ts";
import { lookupView, summaryText } from "../../../lib/lookup/result_view.ts";
import { lists, rcodes } from "./records.ts";
import samples from "./result_view.json" with { type: "json" };

type Blocklist = EnvelopeOf<"dnsbl">["data"]["rows"][number];
const REFUSED: Blocklist = {
  list: "c.test",
  status: "error",
  codes: ["127.255.255.254"],
  texts: [],
  error: "query_refused",
};
const said = (
  list: string,
  status: Blocklist["status"],
  codes: string[] = [],
  texts: string[] = [],
): Blocklist => ({ list, status, codes, texts, error: null });

Deno.test("lookupView - tells for each blocklist what it said", () => {
  const codes = ["127.0.0.2", "127.0.0.4"];
  const listed = said("a.test", "listed", codes, ["see \u202ehttps://a.test/"]);
  const response = envelope("dnsbl", {
    rows: [listed, said("b.test", "not_listed"), REFUSED],
    ...{ listed: 1, unknown: 1 },
  }, { found: 1, total: null });
  const { summary, tables } = lookupView(response);
  assert.deepEqual(tables, [samples.blocklists]);
  assert.equal(
    summary,
    "Listed in 1 of 2 blocklists in 56 ms; no usable response from 1.",
  );
  assert.equal(
    summaryText(response, "zh"),
    "2 个黑名单中有 1 个收录了该地址，用时 56 毫秒；1 个未给出可用的应答。",
  );
  const reserved = envelope("dnsbl", { reserved_block: "Private-Use" });
  const refusal = "Reserved addresses are not looked up in blocklists.";
  assert.equal(lookupView(reserved).tables[0].empty, refusal);
});

Deno.test("lookupView - says in a sentence that a name does not exist", () => {
  const rcode = rcodes({ SRV: "NOERROR" }, "NXDOMAIN");
  const { tables } = lookupView(envelope("dns_lookup", { rcode }));
  assert.deepEqual(tables.map(({ rows, empty }) => ({ rows, empty })), [
    { rows: [], empty: "According to the resolver, this name does not exist." },
  ]);
});

Deno.test("lookupView - has a row for each record, and one for the types without any for the same reason", () => {
  const name = "x.test";
  const { title, tables: [records, chain, ...others] } = lookupView(
    envelope("dns_lookup", {
      records: {
        ...lists(),
        A: [{ name, value: "192.0.2.1", ttl: 3600 }],
        MX: [{ name, value: "mail.test", ttl: 0, preference: 10 }],
        TXT: [{ name, value: "<b>\u202egnp\u0000", ttl: 60, strings: '""' }],
      },
      rcode: rcodes({ CNAME: "NXDOMAIN", NS: null }),
      cname_chain: [{ name, value: "y.test", ttl: 1 }],
    }),
  );
  assert.equal(title, "A title");
  assert.deepEqual(records, samples.records);
  assert.deepEqual(chain.rows, [[{ copy: name }, { copy: "y.test" }, "1 s"]]);
  assert.deepEqual(others, []);
});

/** The rows of its first table. */
const rowsOf = (view: Envelope) => lookupView(view).tables[0].rows;

Deno.test("lookupView - shows a failing server's response code, and no empty chain", () => {
  const rcode = rcodes({ A: "REFUSED", AAAA: "NOERROR" }, null);
  const { tables } = lookupView(envelope("dns_lookup", { rcode }));
  assert.equal(tables.length, 1);
  assert.deepEqual(tables[0].rows[0], ["A", "REFUSED", "–"]);
});

Deno.test("lookupView - shows what the resolver says, with its text if it has one", () => {
  const extended_errors = [{ code: 6, text: "" }, { code: 6, text: "expired" }];
  const dnssec = { status: "bogus", extended_errors } as const;
  const rcode = rcodes({}, null);
  const view = lookupView(envelope("dns_lookup", { rcode, dnssec }));
  const adds = "The resolver adds: the signatures are bogus";
  assert.deepEqual(view.notes.slice(1), [`${adds}.`, `${adds} (expired).`]);
});

Deno.test("lookupView - shows the data of each type as a line of a zone file", () => {
  const record = { name: "x.test", ttl: 60 };
  const params = { alpn: ["h2", "h3"], "no-default-alpn": [] };
  const key = { key_tag: 7, algorithm: 13 };
  const records = lists({
    MX: [{ ...record, value: "mail.test", preference: 10 }],
    SRV: [{ ...record, value: "sip.test", priority: 1, weight: 2, port: 5060 }],
    HTTPS: [{ ...record, value: ".", priority: 1, params }],
    CAA: [{ ...record, value: "ca.test", flags: 0, tag: "issue" }],
    SOA: [{
      ...record,
      ...{ value: "ns.test", mailbox: "root.test", serial: 1 },
      ...{ refresh: 2, retry: 3, expire: 4, minimum: 5 },
    }],
    DS: [{ ...record, ...key, value: "0aff", digest_type: 2 }],
    DNSKEY: [{ ...record, ...key, value: "Af8=", flags: 257, protocol: 3 }],
  });
  const rows = rowsOf(envelope("dns_lookup", { records }));
  assert.deepEqual(rows.slice(0, 7), [
    ["HTTPS", { copy: "1 . alpn=h2,h3 no-default-alpn" }, "60 s"],
    ["MX", { copy: "10 mail.test." }, "60 s"],
    ["SRV", { copy: "1 2 5060 sip.test." }, "60 s"],
    ["CAA", { copy: '0 issue "ca.test"' }, "60 s"],
    ["SOA", { copy: "ns.test. root@test 1 2 3 4 5" }, "60 s"],
    ["DS", { copy: "7 13 2 0aff" }, "60 s"],
    ["DNSKEY", { copy: "257 3 13 Af8=" }, "60 s"],
  ]);
});

Deno.test("lookupView - mentions missing SRV records only for the name of a service", () => {
  const types = (normalized: string) => {
    const empty = envelope("dns_lookup");
    const query = { ...empty.query, normalized };
    return String(rowsOf({ ...empty, query })[0][0]);
  };
  assert.equal(types("sip.example.test").includes("SRV"), false);
  assert.equal(types("_sip._tcp.example.test").includes("SRV"), true);
});

Deno.test("lookupView - shows names and whether each is confirmed", () => {
  const row = (value: string, forward_confirmed: boolean | null) => ({
    value,
    ttl: 60,
    forward_confirmed,
  });
  const rows = rowsOf(envelope("rdns_lookup", {
    ip: "192.0.2.1",
    ptr: [row("a.test", true), row("b.test", false), row("c.test", null)],
    forward_confirmed: true,
  }));
  assert.deepEqual(rows.map((cells) => cells[1]), ["yes", "no", "not known"]);
});

const ip = "192.0.2.1";
const seen_at = "2026-11-21";
const times = { first_seen_at: seen_at, last_seen_at: seen_at };
const shown: [Envelope, row: unknown[]][] = [
  [
    envelope("rdns_scan", { rows: [{ ip, hostname: "a.test" }], scanned: 1 }),
    [{ copy: ip }, { copy: "a.test" }],
  ],
  [
    envelope("ip_domains", {
      rows: [{ ip, domain: "a.test", source: "index", seen_at }],
    }),
    [{ copy: ip }, { copy: "a.test" }, "index", "2026-11-21"],
  ],
  [
    envelope("rdns_pattern", { rows: [{ hostname: "a.test", ip, ...times }] }),
    [{ copy: "a.test" }, { copy: ip }, seen_at, seen_at],
  ],
  [
    envelope("cname_pattern", {
      rows: [{ alias: "a.test", target: "b.test", ...times }],
    }),
    [{ copy: "a.test" }, { copy: "b.test" }, seen_at, seen_at],
  ],
];

for (const [response, row] of shown) {
  Deno.test(`lookupView - shows a row of ${response.meta.dns_type}`, () => {
    assert.deepEqual(rowsOf(response)[0], row);
  });
}

Deno.test("summaryText - states the number, the server and the time", () => {
  const counts = { scanned: 4096, failed: 1 };
  const scan = envelope("rdns_scan", counts, { truncated: true });
  assert.equal(
    summaryText(scan),
    "1,234 found for 4,096 addresses in 56 ms; no response for 1 address; not all results are shown.",
  );
  const domains = envelope("ip_domains", { failed: 2 }, { total: null });
  domains.query.normalized = "192.0.2.0/22";
  assert.equal(
    summaryText(domains),
    "1,234 found for 1,024 addresses in 56 ms; no response for 2 addresses.",
  );
  domains.data.reserved_addresses = 1_000;
  assert.match(summaryText(domains), /^1,234 found for 24 addresses in 56 ms;/);
  domains.data.reserved_addresses = 0;
  domains.data.failed = 0;
  domains.query.normalized = "2001:db8::1";
  assert.equal(summaryText(domains), "1,234 found for 1 address in 56 ms.");
  const lists = summaryText(envelope("dnsbl", {}, { found: 0 }));
  assert.equal(lists, "Listed in 0 of 0 blocklists in 56 ms.");
  const checks = envelope("zone_check", {}, { found: 7, total: 15 });
  assert.equal(summaryText(checks), "7 of 15 checks made in 56 ms.");
  const search = envelope("rdns_pattern", {}, { found: 0 });
  assert.equal(summaryText(search), "0 found in 56 ms.");
  search.meta.resolver = "192.0.2.53";
  const answered = "0 found in 56 ms; answered by 192.0.2.53.";
  assert.equal(summaryText(search), answered);
});

Deno.test("lookupView - in Chinese, translates the envelope's English title", () => {
  const name = "x.test";
  const text = { name, value: "text", ttl: 3600, strings: '"text"' };
  const response = envelope("dns_lookup", {
    records: { ...lists(), TXT: [text] },
    rcode: rcodes({ A: null, MX: "NXDOMAIN", CNAME: "REFUSED" }),
    cname_chain: [{ name, value: "y.test", ttl: 1 }],
  });
  const view = lookupView(response, "zh");
  assert.equal(view.title, "n 的 DNS 记录");
  const [records, chain] = view.tables;
  const headings = [records, chain]
    .map(({ caption, columns }) => [caption, ...columns]);
  assert.deepEqual(headings, [
    ["记录", "类型", "值", "TTL"],
    ["途经的别名", "别名", "目标", "TTL"],
  ]);
  assert.deepEqual(records.rows, [
    ["TXT", { copy: "text" }, "3,600 秒"],
    ["A", "无应答", "–"],
    ["AAAA、HTTPS、NS、CAA、SOA、DS、DNSKEY", "无记录", "–"],
    ["CNAME", "REFUSED", "–"],
    ["MX", "别名指向的域名不存在", "–"],
  ]);
});

Deno.test("lookupView - has Chinese titles and tables for every mode", () => {
  const views = [
    envelope("rdns_lookup", {
      ptr: [{ value: "a.test", ttl: 60, forward_confirmed: false }],
    }),
    envelope("rdns_scan"),
    envelope("ip_domains", {
      rows: [{ ip, domain: "a.test", source: "ptr", seen_at }],
    }),
    envelope("rdns_pattern"),
    envelope("cname_pattern"),
    envelope("dnsbl", { rows: [REFUSED], unknown: 1 }),
  ].map((response) => lookupView(response, "zh"));
  assert.deepEqual(
    views.map(({ title, tables: [table] }) => [
      title,
      table.caption,
      table.columns.join(),
      table.rows[0]?.filter((cell) => typeof cell === "string") ?? table.empty,
    ]),
    samples.chineseTables as [string, string, string, string[] | string][],
  );
});

Deno.test("summaryText - in Chinese", () => {
  const counts = { scanned: 4096, failed: 1 };
  const scan = envelope("rdns_scan", counts, { truncated: true });
  scan.meta.resolver = "192.0.2.53";
  assert.equal(
    summaryText(scan, "zh"),
    "在 4,096 个地址中找到 1,234 条结果，用时 56 毫秒；由 192.0.2.53 应答；1 个地址无应答；未显示全部结果。",
  );
  const search = envelope("rdns_pattern", {}, { found: 0 });
  assert.equal(summaryText(search, "zh"), "找到 0 条结果，用时 56 毫秒。");
});

Deno.test("summaryText - states what was withheld, and why", () => {
  const none = { found: 0 };
  const withheld = { A: 1, AAAA: 0, HTTPS: 1 };
  const unknown = { found: 0, total: null };
  const sentencesIn = (language: "en" | "zh") =>
    [
      envelope("dns_lookup", { withheld }, none),
      envelope("rdns_lookup", { reserved_block: "Private-Use" }, none),
      envelope("rdns_scan", { reserved_addresses: 256 }, unknown),
      envelope("rdns_pattern", { withheld: 1 }, none),
    ].map((each) => summaryText(each, language));
  assert.deepEqual(sentencesIn("en"), [
    "0 found in 56 ms; 2 reserved addresses hidden to protect this server's own network.",
    "0 found in 56 ms; the address is reserved (Private-Use), so no name server was queried.",
    "0 found for 0 addresses in 56 ms; 256 reserved addresses skipped to protect this server's own network.",
    "0 found in 56 ms; 1 reserved address hidden to protect this server's own network.",
  ]);
  assert.deepEqual(sentencesIn("zh"), [
    "找到 0 条结果，用时 56 毫秒；为保护本服务器所在网络，已隐藏 2 个保留地址。",
    "找到 0 条结果，用时 56 毫秒；该地址为保留地址（私有地址），未向任何 DNS 服务器查询。",
    "在 0 个地址中找到 0 条结果，用时 56 毫秒；为保护本服务器所在网络，已跳过 256 个保留地址。",
    "找到 0 条结果，用时 56 毫秒；为保护本服务器所在网络，已隐藏 1 个保留地址。",
  ]);
});

Deno.test("lookupView - says that all records of a type were withheld, and that a reserved address was not looked up", () => {
  const withheld = { A: 1, AAAA: 0, HTTPS: 0 };
  const rows = rowsOf(envelope("dns_lookup", { withheld }));
  assert.deepEqual(rows.slice(0, 2), [
    ["A", "hidden", "–"],
    ["AAAA, CNAME, HTTPS, MX, NS, TXT, CAA, SOA, DS, DNSKEY", "none", "–"],
  ]);
  const reserved = envelope("rdns_lookup", { reserved_block: "Private-Use" });
  const refusal = "Host names of reserved addresses are not looked up.";
  assert.equal(lookupView(reserved).tables[0].empty, refusal);
  const sweeps = [
    ["No host names found in this network.", envelope("rdns_scan")],
    ["No names found.", envelope("ip_domains")],
  ] as const;
  for (const [none, found] of sweeps) {
    found.query.normalized = "192.0.2.0/30";
    const empty = (reserved: number, failed = 0, truncated = false) => {
      Object.assign(found.data, { reserved_addresses: reserved, failed });
      found.summary.truncated = truncated;
      return lookupView(found).tables[0].empty;
    };
    assert.deepEqual(
      [empty(4), empty(3), empty(0), empty(0, 1), empty(0, 0, true)],
      [
        ...[refusal, none, none],
        ...Array(2).fill("None was found in what was answered."),
      ],
    );
  }
});

Deno.test("summaryText - does not name a name server on the internal network", () => {
  const response = envelope("cname_pattern", {}, { found: 0 });
  response.meta.resolver = "local";
  const answered = "0 found in 56 ms; answered by a local resolver.";
  assert.equal(summaryText(response), answered);
});

Deno.test("lookupView - shows the first 1,000 rows, and says that there are more", () => {
  const row = { ip, domain: "a.test", source: "ptr", seen_at } as const;
  const view = (count: number) =>
    lookupView(envelope("ip_domains", { rows: Array(count).fill(row) }));
  const whole = view(1_000);
  assert.equal(whole.tables[0].rows.length, 1_000);
  assert.doesNotMatch(whole.summary, /not all results are shown/);
  const cut = view(1_001);
  assert.equal(cut.tables[0].rows.length, 1_000);
  assert.match(cut.summary, /; not all results are shown\.$/);
});
