import assert from "node:assert/strict";
import { recordsByType } from "../../../../lib/dns/lookup/records_by_type.ts";
import { a, aaaa, cname, mx, ptr, txt } from "./records.ts";

Deno.test("recordsByType - sorts records into their lists, each once", () => {
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
    { name, type: "NS" as const, ttl: 60, data: "ns.test" },
    ptr(name, "not.asked.for"),
  ];
  const ttl = 60;
  assert.deepEqual(recordsByType(records, name), {
    A: [{ name: "host.example.test", value: "192.0.2.1", ttl }],
    AAAA: [{ name: "host.example.test", value: "2001:db8::1", ttl }],
    MX: [
      { name, value: "first.test", ttl, preference: 10 },
      { name, value: "second.test", ttl, preference: 20 },
    ],
    CNAME: [{ name, value: "host.example.test", ttl }],
    NS: [{ name, value: "ns.test", ttl }],
    TXT: [{ name, value: "v=spf1 -all", ttl }],
  });
});
