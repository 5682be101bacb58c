import assert from "node:assert/strict";
import { join } from "node:path";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { DnsIndex } from "../../../lib/dns/index/dns_index.ts";
import { parseDnsQuery, type RawQuery } from "../../../lib/lookup/dns_query.ts";
import { LookupService } from "../../../lib/lookup/lookup_service.ts";
import { envelopeOf, isEnvelopeOf } from "../../../lib/lookup/envelope.ts";
import {
  DNS_TYPES,
  type DnsType,
} from "../../../lib/lookup/view/lookup_view.ts";
import { hasNsd, type Nsd, startNsd } from "../../support/nsd.ts";
import { lists, rcodes } from "./records.ts";
import { MemoryIndex } from "./memory_index.ts";
import { policy } from "./policy.ts";
import { caller, clientAt } from "../../support/caller.ts";
import { tempFolder } from "../../support/temp_folder.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const { signal } = caller;

const zones = {
  "example.test": [
    "@ A 192.0.2.1",
    "@ MX 10 mail",
    "www CNAME shop",
    "shop CNAME shop.elsewhere.test.",
    "mail 300 A 192.0.2.2",
    "loop1 CNAME loop2",
    "loop2 CNAME loop1",
  ].join("\n"),
  "elsewhere.test": "shop 0 A 192.0.2.80",
  "bl.test": [
    // The test entries (RFC 5782 section 5).
    "2.0.0.127 A 127.0.0.2",
    `2.0.0.0.0.0.f.7.f.f.f.f${".0".repeat(20)} A 127.0.0.2`,
    "1.2.0.192 A 127.0.0.2",
    "1.2.0.192 A 127.0.0.10",
    '1.2.0.192 TXT "Sends spam, see " "https://bl.test/192.0.2.1"',
    "2.2.0.192 A 127.255.255.254",
    '2.2.0.192 TXT "Error: open resolver"',
    "3.2.0.192 A 127.0.0.1",
    "4.2.0.192 TXT only-a-text",
    // 2001:db8::1
    `1.${"0.".repeat(23)}8.b.d.0.1.0.0.2 A 127.0.0.3`,
  ].join("\n"),
  // As a domain that is no list any more.
  "parked.test": "* A 192.0.2.99",
  "2.0.192.in-addr.arpa": [
    "1 PTR example.test.",
    "2 PTR mail.example.test.",
    "3 PTR forged.example.test.",
    `4 PTR \\<script\\>alert\\(1\\)\\<\\047script\\>.\\000\\127.test.`,
  ].join("\n"),
};

const queryOf = (input: string, more: Partial<RawQuery> = {}) =>
  parseDnsQuery({ input, ...more });

/** The envelope of a mode. */
async function runAs<Type extends DnsType>(
  type: Type,
  lookup: LookupService,
  input: string,
  more: Partial<RawQuery> = {},
) {
  const query = queryOf(input, { dnsType: type, ...more });
  const envelope = await lookup.run(query, caller);
  assert(isEnvelopeOf(type, envelope));
  return envelope;
}

/** Of a summary: that all is there, at once. */
const whole = { elapsed_ms: 0, truncated: false };

interface Fixture {
  lookup: LookupService;
  index: MemoryIndex;
  nsd: Nsd;
}

/**
 * Registers a test of lookups against a real name server with the zones above.
 */
function test(name: string, check: (fixture: Fixture) => Promise<void>) {
  Deno.test({
    name,
    ignore: !hasNsd(),
    async fn() {
      await using nsd = await startNsd(zones);
      using client = new DnsClient({ nameServers: [nsd] });
      const index = new MemoryIndex(() => NOW);
      const now = () => NOW;
      const lookup = new LookupService({
        client,
        index,
        now,
        policy,
        queueTimeoutMs: 50,
        zone: {
          client,
          serverPort: nsd.port,
          fetchPolicy: () => Promise.resolve(null),
        },
        blocklists: [
          { name: "Bad senders", zone: "bl.test" },
          { name: "parked.test", zone: "parked.test" },
          // The server refuses zones that it does not have.
          { name: "gone.invalid", zone: "gone.invalid" },
        ],
      });
      await check({ lookup, index, nsd });
    },
  });
}

test("LookupService.run - returns an envelope of each mode's schema", async ({ lookup }) => {
  const inputs = {
    dns_lookup: "example.test",
    rdns_lookup: "192.0.2.1",
    rdns_scan: "192.0.2.0/29",
    ip_domains: "192.0.2.0/30",
    rdns_pattern: "example",
    cname_pattern: "www",
    dnsbl: "192.0.2.1",
    zone_check: "www.example.test",
  };
  for (const dnsType of DNS_TYPES) {
    const query = queryOf(inputs[dnsType], { dnsType });
    const envelope = await lookup.run(query, caller);
    const fields = Object.keys(envelope).join(" ");
    assert.equal(fields, "ok query summary data meta");
    envelopeOf(dnsType).parse(envelope);
    envelopeOf(dnsType).parse(JSON.parse(JSON.stringify(envelope)));
  }
});

test("LookupService.run - tells listings in blocklists from errors", async ({ lookup, index, nsd }) => {
  const run = (input: string) => runAs("dnsbl", lookup, input);
  const row = { codes: [], texts: [], error: null };
  const others = [
    { ...row, list: "parked.test", status: "error", error: "no_list" },
    { ...row, list: "gone.invalid", status: "error", error: "server_failed" },
  ];
  const listed = await run("192.0.2.1");
  const { codes } = listed.data.rows[0];
  assert.deepEqual(codes.toSorted(), ["127.0.0.10", "127.0.0.2"]);
  const list = "Bad senders";
  const texts = ["Sends spam, see https://bl.test/192.0.2.1"];
  assert.deepEqual([listed.summary, listed.data], [
    { title: "192.0.2.1 in DNS blocklists", total: null, found: 1, ...whole },
    {
      ip: "192.0.2.1",
      rows: [{ ...row, list, status: "listed", codes, texts }, ...others],
      listed: 1,
      unknown: 2,
      reserved_block: null,
    },
  ]);
  assert.equal(listed.meta.resolver, `${nsd.ip}:${nsd.port}`);

  const firstOf = async (input: string) => (await run(input)).data.rows[0];
  const free = { ...row, list, status: "not_listed" };
  const refused = { ...row, list, status: "error", error: "query_refused" };
  assert.deepEqual(await firstOf("192.0.2.2"), {
    ...refused,
    codes: ["127.255.255.254"],
    texts: ["Error: open resolver"],
  });
  const wrong = { ...refused, codes: ["127.0.0.1"] };
  assert.deepEqual(await firstOf("192.0.2.3"), wrong);
  for (const input of ["192.0.2.4", "192.0.2.5", "2001:db8::2"]) {
    assert.deepEqual(await firstOf(input), free, input);
  }
  const listed6 = { ...row, list, status: "listed", codes: ["127.0.0.3"] };
  assert.deepEqual(await firstOf("2001:db8::1"), listed6);
  const none = { rows: [], listed: 0, unknown: 0 };
  const reserved = { ip: "10.0.0.1", ...none, reserved_block: "Private-Use" };
  assert.deepEqual((await run("10.0.0.1")).data, reserved);
  // Verdicts are no addresses of the names.
  assert.equal((await index.size()).rows, 0);
});

test("LookupService.run - returns the whole envelope of a DNS lookup", async ({ lookup, nsd, index }) => {
  const envelope = await lookup.run(queryOf("Example.test."), caller);
  const name = "example.test";
  const rcode = "NOERROR";
  assert.deepEqual(envelope, {
    ok: true,
    query: {
      input: "Example.test.",
      normalized: name,
      dns_type: "dns_lookup",
      dns_match: null,
    },
    summary: { title: `DNS records of ${name}`, total: 4, found: 4, ...whole },
    data: {
      type: null,
      alias_loop: false,
      dnssec: { status: "unknown", extended_errors: [] },
      records: lists({
        A: [{ name, value: "192.0.2.1", ttl: 60 }],
        MX: [{ name, value: "mail.example.test", ttl: 60, preference: 10 }],
        NS: [{ name, value: "ns.invalid", ttl: 60 }],
        SOA: [{
          ...{ name, value: "ns.invalid", ttl: 60, mailbox: "root.invalid" },
          ...{ serial: 1, refresh: 3600, retry: 600, expire: 86400 },
          minimum: 60,
        }],
      }),
      // Not the name of a service, so there was no query for SRV records.
      rcode: rcodes({ SRV: null }, rcode),
      cname_chain: [],
      withheld: { A: 0, AAAA: 0, HTTPS: 0 },
    },
    meta: {
      dns_type: "dns_lookup",
      resolver: `127.0.0.1:${nsd.port}`,
      generated_at: "2026-11-21T12:00:00.000Z",
      index_size: 1,
      next_cursor: null,
    },
  });
  assert.equal(index.rows[0].name, name);
});

test("LookupService.run - follows a chain into another zone", async ({ lookup }) => {
  const { data } = await runAs("dns_lookup", lookup, "www.example.test");
  assert.deepEqual(data.cname_chain.map(({ name, value }) => [name, value]), [
    ["www.example.test", "shop.example.test"],
    ["shop.example.test", "shop.elsewhere.test"],
  ]);
  assert.deepEqual(data.records.A, [
    { name: "shop.elsewhere.test", value: "192.0.2.80", ttl: 0 },
  ]);
});

test("LookupService.run - ends a loop of aliases, and returns a result for a missing name", async ({ lookup }) => {
  const loop = await runAs("dns_lookup", lookup, "loop1.example.test");
  assert.equal(loop.data.cname_chain.length, 2);
  const gone = await runAs("dns_lookup", lookup, "gone.example.test");
  const { ok, summary, data } = gone;
  assert.deepEqual([ok, summary.found, data.rcode.A], [true, 0, "NXDOMAIN"]);
});

test("LookupService.run - does not confirm a name that resolves to another address", async ({ lookup }) => {
  for (
    const [input, isConfirmed] of [["192.0.2.1", true], [
      "192.0.2.3",
      false,
    ]] as const
  ) {
    const { data } = await runAs("rdns_lookup", lookup, input);
    assert.equal(data.forward_confirmed, isConfirmed, input);
  }
});

test("LookupService.run - adds a scan's names to the index, which a search finds", async ({ lookup }) => {
  const scan = await runAs("rdns_scan", lookup, "192.0.2.0/28");
  const hostile = "<script>alert(1)</script>.\\000\\127.test";
  assert.deepEqual(scan.data, {
    cidr: "192.0.2.0/28",
    rows: [
      { ip: "192.0.2.1", hostname: "example.test" },
      { ip: "192.0.2.2", hostname: "mail.example.test" },
      { ip: "192.0.2.3", hostname: "forged.example.test" },
      { ip: "192.0.2.4", hostname: hostile },
    ],
    scanned: 16,
    failed: 0,
    reserved_addresses: 0,
  });
  const ending = { dnsMatch: "right" };
  const search = await runAs("rdns_pattern", lookup, "example.test", ending);
  const { query, summary, meta } = search;
  assert.equal(query.dns_match, "right");
  assert.deepEqual([summary.found, meta.index_size], [3, 4]);
});

test("LookupService.run - throws QUERY_FAILED if all servers refuse", async ({ lookup }) => {
  const failed = { name: "AppError", status: 422, code: "QUERY_FAILED" };
  await assert.rejects(lookup.run(queryOf("example.com"), caller), failed);
});

test("LookupService.scan - yields its progress, and returns the envelope", async ({ lookup }) => {
  const query = queryOf("192.0.2.0/29");
  assert(query.dnsType === "rdns_scan");
  const steps = lookup.scan(query, caller);
  const first = await steps.next();
  assert.deepEqual(first.value, { rows: [], scanned: 0, total: 8 });
  let step = await steps.next();
  while (!step.done) step = await steps.next();
  envelopeOf("rdns_scan").parse(step.value);
});

test("LookupService.scan - runs two at once for a client, others beside them, and another when one ends", async ({ lookup }) => {
  const query = queryOf("192.0.2.0/29");
  assert(query.dnsType === "rdns_scan");
  const begun = [];
  for (let i = 0; i < 2; i++) {
    const scan = lookup.scan(query, caller);
    await scan.next();
    begun.push(scan);
  }
  const busy = { name: "AppError", status: 503 };
  await assert.rejects(lookup.run(query, caller), busy);
  const other = { client: clientAt("192.0.2.99"), signal };
  assert.equal((await lookup.run(query, other)).ok, true);
  await begun[0].return(undefined as never);
  assert.equal((await lookup.run(query, caller)).ok, true);
  for (const scan of begun) await scan.return(undefined as never);
});

test("LookupService.run - works while the index is down", async ({ lookup, index }) => {
  index.isDown = true;
  const envelope = await lookup.run(queryOf("example.test"), caller);
  const { summary, meta } = envelope;
  assert.deepEqual([summary.found, meta.index_size], [4, null]);
});

test("LookupService - finds names in the real index, and treats all characters of a keyword literally", async ({ nsd }) => {
  await using folder = await tempFolder();
  const quiet = { info() {}, warn() {} };
  const now = () => NOW;
  const path = join(folder.path, "dns_index.db");
  const index = new DnsIndex({ path, now, log: quiet });
  using client = new DnsClient({ nameServers: [nsd] });
  const lookup = new LookupService({ client, index, now, policy });
  const search = async (keyword: string, more: Partial<RawQuery> = {}) => {
    const { data } = await runAs("rdns_pattern", lookup, keyword, more);
    return data.rows.map(({ ip }) => ip).sort();
  };
  try {
    await lookup.run(queryOf("www.example.test"), caller);
    await index.flush();
    // A scan's names can be found as soon as it has ended.
    await lookup.run(queryOf("192.0.2.0/28"), caller);
    assert.deepEqual(await search("mail", { dnsMatch: "left" }), ["192.0.2.2"]);
    const ending = await search("EXAMPLE.test", { dnsMatch: "right" });
    assert.deepEqual(ending, ["192.0.2.1", "192.0.2.2", "192.0.2.3"]);
    assert.deepEqual(await search("<script>"), ["192.0.2.4"]);
    for (const keyword of ["'\"%", "%am", "_xample"]) {
      assert.deepEqual(await search(keyword), [], keyword);
    }
    const odd = search("mail", { cursor: "nonsense" });
    await assert.rejects(odd, { name: "InputError", status: 400 });
    const { data } = await runAs("ip_domains", lookup, "192.0.2.80");
    assert.deepEqual(data.rows.map(({ domain, source }) => [domain, source]), [
      ["shop.elsewhere.test", "index"],
    ]);
  } finally {
    await index.close();
  }
});
