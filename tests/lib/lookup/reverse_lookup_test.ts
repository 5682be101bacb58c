import assert from "node:assert/strict";
import { lookUpNames } from "../../../lib/lookup/reverse_lookup.ts";
import { ip } from "../../support/address.ts";
import { MemoryIndex } from "./memory_index.ts";
import { policy } from "./policy.ts";
import { a, aaaa, ptr } from "./records.ts";
import { type Script, scriptedClient } from "./scripted_client.ts";
import { caller } from "../../support/caller.ts";

const REVERSE = "1.2.0.192.in-addr.arpa.";

async function lookUp(script: Script, text = "192.0.2.1") {
  const index = new MemoryIndex();
  const client = scriptedClient(script);
  const found = await lookUpNames(
    { dnsType: "rdns_lookup", input: text, normalized: text, ip: ip(text) },
    { client, index, now: () => 0, policy },
    caller,
  );
  return { ...found, index, questions: client.questions };
}

const pointers = (...names: string[]) =>
  names.map((name) => ptr(REVERSE.slice(0, -1), name));

Deno.test("lookUpNames - confirms a name that resolves back to the address", async () => {
  const names = ["good.test", "forged.test", "gone.test", "silent.test"];
  const { data, found, isTruncated, index, resolver } = await lookUp({
    [`${REVERSE} PTR`]: pointers(...names),
    "good.test A": [a("good.test", "192.0.2.7"), a("good.test", "192.0.2.1")],
    "forged.test A": [a("forged.test", "198.51.100.1")],
    "silent.test A": null,
  });
  const ttl = 60;
  assert.deepEqual(data, {
    ip: "192.0.2.1",
    ptr: [
      { value: "good.test", ttl, forward_confirmed: true },
      { value: "forged.test", ttl, forward_confirmed: false },
      { value: "gone.test", ttl, forward_confirmed: false },
      { value: "silent.test", ttl, forward_confirmed: null },
    ],
    forward_confirmed: true,
    reserved_block: null,
  });
  assert.deepEqual([found, isTruncated, resolver], [4, false, "192.0.2.53"]);
  const recorded = index.rows
    .map(({ kind, name, value }) => [kind, name, value]);
  assert.deepEqual(recorded, [
    ...names.map((name) => ["ptr", name, "192.0.2.1"]),
    ["address", "good.test", "192.0.2.7"],
    ["address", "good.test", "192.0.2.1"],
    ["address", "forged.test", "198.51.100.1"],
  ]);
});

Deno.test("lookUpNames - confirms an IPv6 address by AAAA", async () => {
  const reverse = `1.${"0.".repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa.`;
  const { data, questions } = await lookUp({
    [`${reverse} PTR`]: [ptr(reverse, "six.test")],
    "six.test AAAA": [aaaa("six.test", "2001:db8::1")],
  }, "2001:db8::1");
  assert.equal(data.forward_confirmed, true);
  assert.deepEqual(questions, [`${reverse} PTR`, "six.test AAAA"]);
});

Deno.test("lookUpNames - returns a result for an address without a name", async () => {
  const { data, found, total } = await lookUp({});
  const none = { ptr: [], forward_confirmed: false, reserved_block: null };
  assert.deepEqual(data, { ip: "192.0.2.1", ...none });
  assert.deepEqual([found, total], [0, 0]);
});

Deno.test("lookUpNames - denies that a name leads back only if all names were looked up", async () => {
  const others = [a("other.test", "192.0.2.7")];
  const many = pointers(...Array.from({ length: 17 }, (_, i) => `n${i}.test`));
  const cases = [
    [{ [`${REVERSE} PTR`]: pointers("other.test") }, false],
    [{ [`${REVERSE} PTR`]: pointers("other.test", "silent.test") }, null],
    [{ [`${REVERSE} PTR`]: { cut: pointers("other.test") } }, null],
    [{ [`${REVERSE} PTR`]: many }, null],
  ] as const;
  for (const [zone, expected] of cases) {
    const names = { "other.test A": others, "silent.test A": null };
    const { data } = await lookUp({ ...names, ...zone });
    assert.equal(data.forward_confirmed, expected, JSON.stringify(zone));
  }
});

Deno.test("lookUpNames - looks up at most sixteen names", async () => {
  const names = Array.from({ length: 20 }, (_, i) => `n${i}.test`);
  const { data, found, total, isTruncated, questions } = await lookUp({
    [`${REVERSE} PTR`]: pointers(...names),
  });
  assert.deepEqual([found, total], [16, 20]);
  assert.deepEqual([data.ptr.length, questions.length], [16, 17]);
  assert.equal(isTruncated, true);
});

Deno.test("lookUpNames - throws QUERY_FAILED if no server responds, or all fail", async () => {
  for (const response of [null, "SERVFAIL", "REFUSED"]) {
    const failing = lookUp({ [`${REVERSE} PTR`]: response });
    const failed = { name: "AppError", status: 422, code: "QUERY_FAILED" };
    await assert.rejects(failing, failed, `${response}`);
  }
});

Deno.test("lookUpNames - sets isTruncated if not all names or addresses were read", async () => {
  const forward = [a("many.test", "192.0.2.7")];
  const { data, total, isTruncated } = await lookUp({
    [`${REVERSE} PTR`]: { cut: pointers("many.test", "found.test") },
    "many.test A": { cut: forward },
    "found.test A": { cut: [...forward, a("found.test", "192.0.2.1")] },
  });
  const confirmed = data.ptr.map((pointer) => pointer.forward_confirmed);
  assert.deepEqual(confirmed, [null, true]);
  assert.deepEqual([total, isTruncated], [null, true]);
});

const samples = [
  ["10.0.0.5", "Private-Use"],
  ["127.0.0.1", "Loopback"],
  ["fd00::5", "Unique-Local"],
  ["2002:a00:5::1", "6to4"],
];
for (const [text, block] of samples) {
  Deno.test(`lookUpNames - returns the reserved block of ${text} without a query`, async () => {
    const response = await lookUp({}, text);
    const { data, found, isTruncated, questions, resolver } = response;
    const none = { ptr: [], forward_confirmed: null, reserved_block: block };
    assert.deepEqual(data, { ip: text, ...none });
    assert.deepEqual([found, isTruncated, resolver], [0, false, null]);
    assert.deepEqual(questions, []);
  });
}
