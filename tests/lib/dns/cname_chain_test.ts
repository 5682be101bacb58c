import assert from "node:assert/strict";
import { recordsFor } from "../../../lib/dns/cname_chain.ts";
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

Deno.test("recordsFor - returns the chain and its end, in their order", () => {
  const records = [address("c"), alias("b", "c"), alias("a", "b")];
  assert.deepEqual(recordsFor("A", { name: "a", records }), records);
});

Deno.test("recordsFor - omits other records", () => {
  const records = [
    address("a"),
    address("b", "192.0.2.66"),
    alias("c", "a"),
    { name: "a", type: "NS", ttl: 1, data: "ns" } as const,
  ];
  assert.deepEqual(recordsFor("A", { name: "a", records }), [address("a")]);
});

Deno.test("recordsFor - ignores addresses of an alias itself", () => {
  const records = [alias("a", "b"), address("a", "192.0.2.66"), address("b")];
  assert.deepEqual(recordsFor("A", { name: "a", records }), [
    alias("a", "b"),
    address("b"),
  ]);
});

Deno.test("recordsFor - follows the first of two aliases of a name", () => {
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

Deno.test("recordsFor - stops at a loop", () => {
  const records = [alias("a", "b"), alias("b", "a")];
  assert.deepEqual(recordsFor("A", { name: "a", records }), records);
  const own = [alias("a", "a"), address("a")];
  assert.deepEqual(recordsFor("A", { name: "a", records: own }), own);
});

Deno.test("recordsFor - does not follow an alias in a query for CNAME", () => {
  const records = [alias("a", "b"), alias("b", "c")];
  assert.deepEqual(recordsFor("CNAME", { name: "a", records }), [
    alias("a", "b"),
  ]);
});
