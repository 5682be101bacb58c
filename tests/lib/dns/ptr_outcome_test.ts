import assert from "node:assert/strict";
import { ptrOutcome } from "../../../lib/dns/ptr_outcome.ts";
import type { DnsRecord } from "../../../lib/dns/records.ts";

const alias = (name: string, data: string, ttl = 60): DnsRecord => ({
  name,
  type: "CNAME",
  ttl,
  data,
});
const pointer = (name: string, data: string, ttl = 60): DnsRecord => ({
  name,
  type: "PTR",
  ttl,
  data,
});
const namesOf = (name: string, records: DnsRecord[]) =>
  ptrOutcome({ name, records, negativeTtlSeconds: null }).names;

Deno.test("ptrOutcome - the names at the end of the chain", () => {
  const records = [
    alias("1.arpa", "1.0-31.arpa"),
    pointer("1.0-31.arpa", "one.test"),
    pointer("1.0-31.arpa", "two.test"),
    pointer("2.arpa", "forged.test"),
  ];
  assert.deepEqual(namesOf("1.arpa", records), ["one.test", "two.test"]);
  assert.deepEqual(namesOf("1.arpa", []), []);
});

Deno.test("ptrOutcome - the lowest TTL of the chain and its names", () => {
  const ttlOf = (records: DnsRecord[], negativeTtlSeconds: number | null) =>
    ptrOutcome({ name: "1.arpa", records, negativeTtlSeconds }).ttlSeconds;
  const chain = [
    alias("1.arpa", "2.arpa", 30),
    pointer("2.arpa", "a.test", 90),
  ];
  assert.equal(ttlOf(chain, 5), 30);
  assert.equal(ttlOf([pointer("1.arpa", "a.test", 90)], null), 90);
  // Without a name, as long as the SOA record and the chain allow.
  assert.equal(ttlOf([], 300), 300);
  assert.equal(ttlOf([alias("1.arpa", "2.arpa", 30)], 300), 30);
  assert.equal(ttlOf([alias("1.arpa", "2.arpa", 30)], null), null);
  assert.equal(ttlOf([], null), null);
});

Deno.test("ptrOutcome - no alias leads from a public reverse zone into a reserved one", () => {
  const led = (asked: string, owner: string) =>
    namesOf(asked, [alias(asked, owner), pointer(owner, "nas.corp.test")]);
  const asked = "1.9.9.9.in-addr.arpa";
  for (
    const inner of [
      "5.0.0.10.in-addr.arpa",
      "5.0-31.0.0.10.in-addr.arpa",
      "1.168.192.in-addr.arpa",
      `5.${"0.".repeat(29)}d.f.ip6.arpa`,
    ]
  ) {
    assert.deepEqual(led(asked, inner), [], inner);
    // Whoever may ask for an inner address gets its name.
    assert.deepEqual(led("7.0.0.10.in-addr.arpa", inner), ["nas.corp.test"]);
  }
  for (
    const owner of [
      "1.0-31.9.9.9.in-addr.arpa",
      "1.9.9.9.rev.customer.test",
      "10.in-addr.arpa.test",
    ]
  ) {
    assert.deepEqual(led(asked, owner), ["nas.corp.test"], owner);
  }
});
