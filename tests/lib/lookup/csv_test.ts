import assert from "node:assert/strict";
import fc from "fast-check";
import { lookupCsv } from "../../../lib/lookup/csv.ts";
import { codePoint } from "../../support/code_point.ts";
import type { DnsType } from "../../../lib/lookup/view/lookup_view.ts";
import { envelope } from "./envelopes.ts";
import { lists } from "./records.ts";

const csvOf = <Type extends DnsType>(
  type: Type,
  data: Parameters<typeof envelope<Type>>[1],
) => lookupCsv(envelope(type, data) as Parameters<typeof lookupCsv>[0]);

/** Of a scan with these host names. */
const scanOf = (hostnames: readonly string[]) =>
  csvOf("rdns_scan", {
    rows: hostnames.map((hostname) => ({ ip: "192.0.2.1", hostname })),
  });

Deno.test("lookupCsv - has a row for each record and each further alias", () => {
  const record = { name: "x.test", ttl: 60 };
  const alias = { name: "x.test", value: "y.test", ttl: 1 };
  const text = csvOf("dns_lookup", {
    records: lists({
      A: [{ ...record, value: "192.0.2.1" }],
      CNAME: [alias],
      MX: [{ ...record, value: "mail.test", preference: 10 }],
      TXT: [{
        ...record,
        value: 'say "a, b"\n',
        strings: String.raw`"say \"a, b\"\010"`,
      }],
    }),
    cname_chain: [alias, { name: "y.test", value: "z.test", ttl: 2 }],
  });
  assert.equal(
    text,
    "name,type,ttl,value\r\n" +
      "x.test,A,60,192.0.2.1\r\n" +
      "x.test,CNAME,1,y.test.\r\n" +
      "x.test,MX,60,10 mail.test.\r\n" +
      String.raw`x.test,TXT,60,"""say \""a, b\""\010"""` + "\r\n" +
      "y.test,CNAME,2,z.test.\r\n",
  );
});

Deno.test("lookupCsv - has the columns of each other mode", () => {
  const ip = "192.0.2.1";
  const seen_at = "2026-11-21";
  const seen = { first_seen_at: "2026-11-20", last_seen_at: seen_at };
  const ptr = [{ value: "a.test", ttl: 60, forward_confirmed: null }];
  const header = "ip,value,ttl,forward_confirmed";
  const csv = csvOf("rdns_lookup", { ip, ptr });
  assert.equal(csv, `${header}\r\n192.0.2.1,a.test,60,\r\n`);
  assert.equal(scanOf(["a.test"]), "ip,hostname\r\n192.0.2.1,a.test\r\n");
  assert.equal(
    csvOf("ip_domains", {
      rows: [{ ip, domain: "a.test", source: "index", seen_at }],
    }),
    "ip,domain,source,seen_at\r\n192.0.2.1,a.test,index,2026-11-21\r\n",
  );
  const hostnames = [{ hostname: "a.test", ip, ...seen }];
  assert.equal(
    csvOf("rdns_pattern", { rows: hostnames }),
    "hostname,ip,first_seen_at,last_seen_at\r\n" +
      "a.test,192.0.2.1,2026-11-20,2026-11-21\r\n",
  );
  const aliases = [{ alias: "a.test", target: "b.test", ...seen }];
  assert.equal(
    csvOf("cname_pattern", { rows: aliases }),
    "alias,target,first_seen_at,last_seen_at\r\n" +
      "a.test,b.test,2026-11-20,2026-11-21\r\n",
  );
  const row = { codes: [], texts: [], error: null };
  const codes = ["127.0.0.2", "127.0.0.4"];
  const texts = ["Spam, or so", "=1"];
  assert.equal(
    csvOf("dnsbl", {
      rows: [
        { ...row, list: "a.test", status: "listed", codes, texts },
        { ...row, list: "b.test", status: "not_listed" },
        { ...row, list: "c.test", status: "error", error: "no_response" },
      ],
    }),
    "list,status,codes,texts,error\r\n" +
      'a.test,listed,127.0.0.2 127.0.0.4,"Spam, or so; =1",\r\n' +
      "b.test,not_listed,,,\r\n" +
      "c.test,error,,,no_response\r\n",
  );
});

Deno.test("lookupCsv - marks what a spreadsheet could run as text", () => {
  const formulas = ["=1+1", "+1", "-1", "@a", " =1", "\u00a0=1", "＝1"];
  const cells = parsedCsv(scanOf(formulas)).slice(1).map(([, cell]) => cell);
  assert.deepEqual(cells, formulas.map((text) => `'${text}`));
  assert.equal(scanOf(["a=1"]).includes("'"), false);
});

Deno.test("lookupCsv - is read back, has no control characters, and is never a formula, for any text", () => {
  const text = fc.string({ unit: codePoint, maxLength: 20 });
  fc.assert(fc.property(fc.array(text, { minLength: 1 }), (names) => {
    const [header, ...rows] = parsedCsv(scanOf(names));
    assert.deepEqual(header, ["ip", "hostname"]);
    assert.deepEqual(rows.map(([, cell]) => cell.replace(/^'/, "")), [
      ...names.map((name) => name.replace(/^'/, "").replace(controls, octets)),
    ]);
    for (const [, cell] of rows) assert.doesNotMatch(cell, controls);
    for (const [, cell] of rows) assert.doesNotMatch(cell, /^\s*[=+\-@]/);
  }));
});

const controls = /\p{Cc}/gu;

function octets(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((octet) => `\\${String(octet).padStart(3, "0")}`).join("");
}

/** Reads RFC 4180, section 2. */
function parsedCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    rows[rows.length - 1].push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  assert.deepEqual(rows.pop(), []);
  return rows;
}
