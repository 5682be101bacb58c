import assert from "node:assert/strict";
import {
  DNS_DATA,
  envelopeOf,
  isOf,
} from "../../../../lib/dns/lookup/envelope.ts";

Deno.test("envelopeOf - has exactly the fields of the contract", () => {
  const { shape } = envelopeOf("rdns_scan");
  assert.deepEqual(Object.keys(shape), [
    "ok",
    "query",
    "summary",
    "data",
    "meta",
  ]);
  assert.deepEqual(Object.keys(shape.query.shape), [
    "input",
    "normalized",
    "dns_type",
    "dns_match",
  ]);
  assert.deepEqual(Object.keys(shape.summary.shape), [
    "title",
    "total",
    "found",
    "elapsed_ms",
    "truncated",
  ]);
  assert.deepEqual(Object.keys(shape.meta.shape), [
    "dns_type",
    "resolver",
    "generated_at",
    "index_size",
    "next_cursor",
  ]);
});

Deno.test("DNS_DATA - each mode has exactly its own fields", () => {
  const keys = Object.entries(DNS_DATA).map(([type, schema]) => [
    type,
    Object.keys(schema.shape),
  ]);
  assert.deepEqual(Object.fromEntries(keys), {
    dns_lookup: ["records", "rcode", "cname_chain", "withheld"],
    rdns_lookup: ["ip", "ptr", "forward_confirmed", "reserved_block"],
    rdns_scan: ["cidr", "rows", "scanned", "failed", "reserved_addresses"],
    ip_domains: ["rows", "reserved_addresses"],
    rdns_pattern: ["rows", "withheld"],
    cname_pattern: ["rows"],
  });
});

Deno.test("isOf - tells envelopes apart by their mode", () => {
  const envelope = { meta: { dns_type: "ip_domains" as const } };
  assert.equal(isOf("ip_domains", envelope), true);
  assert.equal(isOf("rdns_scan", envelope), false);
});
