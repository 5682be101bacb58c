import assert from "node:assert/strict";
import type { DnsRecord } from "../../../lib/dns/records.ts";
import {
  mailAddress,
  recordLines,
  recordsByType,
} from "../../../lib/lookup/record_lists.ts";
import { a, aaaa, cname, lists, mx, txt } from "./records.ts";
import { dnsRecord } from "../../support/dns_records.ts";

Deno.test("recordsByType - groups records without duplicates", () => {
  const name = "www.example.test";
  const alias = cname(name, "host.example.test");
  const records = [
    alias,
    a("host.example.test", "192.0.2.1"),
    alias,
    cname("host.example.test", "further.test"),
    aaaa("host.example.test", "2001:db8::1"),
    mx(name, 20, "second.test"),
    mx(name, 10, "first.test"),
    txt(name, "v=spf1 -all"),
    dnsRecord(name, "NS" as const, "ns.test"),
  ];
  const ttl = 60;
  assert.deepEqual(
    recordsByType(records, name),
    lists({
      A: [{ name: "host.example.test", value: "192.0.2.1", ttl }],
      AAAA: [{ name: "host.example.test", value: "2001:db8::1", ttl }],
      MX: [
        { name, value: "first.test", ttl, preference: 10 },
        { name, value: "second.test", ttl, preference: 20 },
      ],
      CNAME: [{ name, value: "host.example.test", ttl }],
      NS: [{ name, value: "ns.test", ttl }],
      TXT: [{ name, value: "v=spf1 -all", ttl, strings: '"v=spf1 -all"' }],
    }),
  );
});

Deno.test("recordsByType - names the fields of the newer types, and sorts services by priority", () => {
  const name = "example.test";
  const ttl = 60;
  const params = [{ key: "port", values: ["1"] }];
  const service = (priority: number): DnsRecord =>
    dnsRecord(name, "HTTPS", { priority, target: ".", params });
  const key = { keyTag: 7, algorithm: 13 };
  const flags = { flags: 257, protocol: 3 };
  const read = recordsByType([
    service(2),
    service(1),
    dnsRecord(name, "DS", { ...key, digestType: 2, digest: "0aff" }),
    dnsRecord(name, "DNSKEY", { ...key, ...flags, publicKey: "Af8=" }),
    dnsRecord(name, "CAA", { flags: 0, tag: "issue", value: "ca.test" }),
  ], name);
  const shown = { key_tag: 7, algorithm: 13 };
  const https = { name, value: ".", ttl, params: { port: ["1"] } };
  assert.deepEqual(
    read,
    lists({
      HTTPS: [{ ...https, priority: 1 }, { ...https, priority: 2 }],
      DS: [{ name, value: "0aff", ttl, ...shown, digest_type: 2 }],
      DNSKEY: [{ name, value: "Af8=", ttl, ...shown, flags: 257, protocol: 3 }],
      CAA: [{ name, value: "ca.test", ttl, flags: 0, tag: "issue" }],
    }),
  );
  assert.deepEqual(recordLines(read).slice(0, 2), [
    { name, type: "HTTPS", ttl, text: "1 . port=1" },
    { name, type: "HTTPS", ttl, text: "2 . port=1" },
  ]);
});

Deno.test("mailAddress - the first dot that is not escaped is the at sign", () => {
  const mailboxes = [
    ["admin.example.org", "admin@example.org"],
    [String.raw`action\.domains.isi.edu`, "action.domains@isi.edu"],
    [String.raw`a\\.b.test`, String.raw`a\\@b.test`],
    [String.raw`a\046b\.c.d.test`, String.raw`a\046b.c@d.test`],
    ["root", "root"],
    [".", "."],
    [String.raw`all\.escaped`, String.raw`all\.escaped`],
  ];
  for (const [mailbox, expected] of mailboxes) {
    assert.equal(mailAddress(mailbox), expected);
  }
});
