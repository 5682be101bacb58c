import assert from "node:assert/strict";
import { type DnsRecord, textLength } from "../../../lib/dns/records.ts";

const head = { name: "a.test", ttl: 60 };
const soa = {
  ...{ primary: "ns", mailbox: "root", serial: 1, refresh: 2, retry: 3 },
  ...{ expire: 4, minimum: 5 },
};
const params = [{ key: "alpn", values: ["h2", "h3"] }];
const records: readonly [record: DnsRecord, length: number][] = [
  [{ ...head, type: "A", data: "192.0.2.1" }, 9],
  [{ ...head, type: "MX", data: { preference: 10, exchange: "mx" } }, 2],
  [{ ...head, type: "TXT", data: { joined: "ab", quoted: '"a" "b"' } }, 2],
  [{ ...head, type: "SOA", data: soa }, 6],
  [{ ...head, type: "CAA", data: { flags: 0, tag: "issue", value: "ca" } }, 7],
  [{ ...head, type: "HTTPS", data: { priority: 1, target: ".", params } }, 11],
];
for (const [record, length] of records) {
  Deno.test(`textLength - the characters of ${record.type} data`, () =>
    assert.equal(textLength(record), length));
}
