import assert from "node:assert/strict";
import { pointerNames, recordsFor } from "../../../lib/dns/cname_chain.ts";
import type { DnsRecord } from "../../../lib/dns/records.ts";

const alias = (name: string, data: string): DnsRecord => ({
  name,
  type: "CNAME",
  ttl: 60,
  data,
});
const address = (name: string, data = "192.0.2.1"): DnsRecord => ({
  name,
  type: "A",
  ttl: 60,
  data,
});

Deno.test("recordsFor - takes the chain and its end, in the order they came", () => {
  const records = [address("c"), alias("b", "c"), alias("a", "b")];
  assert.deepEqual(recordsFor("A", { name: "a", records }), records);
});

Deno.test("recordsFor - leaves out what was not asked for", () => {
  const records = [
    address("a"),
    address("b", "192.0.2.66"),
    alias("c", "a"),
    { name: "a", type: "NS", ttl: 1, data: "ns" } as const,
  ];
  assert.deepEqual(recordsFor("A", { name: "a", records }), [address("a")]);
});

Deno.test("recordsFor - addresses of an alias itself are not believed", () => {
  const records = [alias("a", "b"), address("a", "192.0.2.66"), address("b")];
  assert.deepEqual(recordsFor("A", { name: "a", records }), [
    alias("a", "b"),
    address("b"),
  ]);
});

Deno.test("recordsFor - of two aliases of one name the first one leads on", () => {
  const records = [
    alias("a", "b"),
    alias("a", "c"),
    address("b"),
    address("c"),
  ];
  assert.deepEqual(recordsFor("A", { name: "a", records }), [
    alias("a", "b"),
    address("b"),
  ]);
});

Deno.test("recordsFor - a loop ends", () => {
  const records = [alias("a", "b"), alias("b", "a")];
  assert.deepEqual(recordsFor("A", { name: "a", records }), records);
  const own = [alias("a", "a"), address("a")];
  assert.deepEqual(recordsFor("A", { name: "a", records: own }), own);
});

Deno.test("recordsFor - who asks for an alias is not led past it", () => {
  const records = [alias("a", "b"), alias("b", "c")];
  assert.deepEqual(recordsFor("CNAME", { name: "a", records }), [
    alias("a", "b"),
  ]);
});

Deno.test("pointerNames - the names at the end of the chain", () => {
  const pointer = (name: string, data: string): DnsRecord => ({
    name,
    type: "PTR",
    ttl: 60,
    data,
  });
  const records = [
    alias("1.arpa", "1.0-31.arpa"),
    pointer("1.0-31.arpa", "one.test"),
    pointer("1.0-31.arpa", "two.test"),
    pointer("2.arpa", "forged.test"),
  ];
  assert.deepEqual(pointerNames({ name: "1.arpa", records }), [
    "one.test",
    "two.test",
  ]);
  assert.deepEqual(pointerNames({ name: "1.arpa", records: [] }), []);
});

Deno.test("pointerNames - no alias leads from a public reverse zone into a reserved one", () => {
  const led = (asked: string, owner: string) =>
    pointerNames({
      name: asked,
      records: [
        { name: asked, type: "CNAME", ttl: 1, data: owner },
        { name: owner, type: "PTR", ttl: 1, data: "nas.corp.test" },
      ],
    });
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
