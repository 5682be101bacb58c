import assert from "node:assert/strict";
import { ipv4FromValue } from "../../../lib/net/ip_address.ts";
import { FACT_NAMES, FACTS } from "../../../lib/data/facts.ts";
import { KvFindingsCache } from "../../../lib/ipinfo/findings_cache.ts";
import { gatedKv, withKv } from "../limits/gated_kv.ts";
import { testIn } from "../../support/test_with.ts";
import { stated } from "../../support/evidence.ts";

const test = testIn(withKv);

const start = Date.UTC(2026, 10, 21);
const google = ipv4FromValue(0x08080808);

const cached = (city: string, savedAt = start) => ({
  findings: { facts: { city }, evidence: [] },
  savedAt,
  expiresAt: savedAt + 60_000,
});

const cacheOn = (
  kv: Deno.Kv,
  more: Partial<ConstructorParameters<typeof KvFindingsCache>[0]> = {},
) => new KvFindingsCache({ kv, sourcesStamp: "x", now: () => start, ...more });

test("KvFindingsCache - keeps the findings of each source for later processes until they expire", async (kv) => {
  const clock = { now: start };
  const now = () => clock.now;
  const first = cacheOn(kv, { now });
  first.write("a", google, cached("Berlin"));
  first.write("c", google, cached("Bonn"));
  assert.equal(first.unflushed, 2);
  await first.flush();
  assert.equal(first.unflushed, 0);

  const second = cacheOn(kv, { now });
  const [a, b, c] = await second.read(["a", "b", "c"], google);
  assert.deepEqual(a?.findings, { facts: { city: "Berlin" }, evidence: [] });
  assert.equal(a?.savedAt, start);
  assert.equal(b, null);
  assert.deepEqual(c?.findings.facts, { city: "Bonn" });
  assert.deepEqual(await second.read(["a"], ipv4FromValue(1)), [null]);
  clock.now = start + 60_000;
  assert.deepEqual(await second.read(["a"], google), [null]);
});

test("KvFindingsCache - returns facts of every kind, and ignores those of another type", async (kv) => {
  const cache = cacheOn(kv);
  const ofType = (isRight: boolean) =>
    FACT_NAMES.map((fact) => ({
      [fact]: (FACTS[fact].type === "number") === isRight ? 7 : "seven",
    }));
  const [right, wrong] = [ofType(true), ofType(false)];
  for (const [i, facts] of [...right, ...wrong].entries()) {
    const findings = { facts, evidence: [] };
    cache.write(`${i}`, google, { ...cached(""), findings });
  }
  await cache.flush();
  const names = [...right, ...wrong].map((_, i) => `${i}`);
  const found = await cache.read(names, google);
  const facts = found.map((one) => one?.findings.facts ?? null);
  assert.deepEqual(facts, [...right, ...wrong.map(() => null)]);
});

test("KvFindingsCache - reads more sources than fit into one read of the store", async (kv) => {
  const cache = cacheOn(kv);
  const names = Array.from({ length: 23 }, (_, i) => `source-${i}`);
  for (const name of names) cache.write(name, google, cached(name));
  await cache.flush();
  const found = await cache.read(names, google);
  assert.deepEqual(found.map((k) => k?.findings.facts.city), names);
});

test("KvFindingsCache - is bounded by its slots, and never returns the findings of another address", async (kv) => {
  const cache = cacheOn(kv);
  const count = 40_000;
  for (let value = 0; value < count; value++) {
    cache.write("a", ipv4FromValue(value), cached(`city ${value}`));
    if (value % 4_000 === 3_999) await cache.flush();
  }
  let stored = 0;
  for await (const _ of kv.list({ prefix: ["answers"] })) stored++;
  assert(stored <= 32_768, `${stored} stored`);
  assert(stored > 16_000, `only ${stored} stored`);
  for (let value = 0; value < count; value += 97) {
    const [found] = await cache.read(["a"], ipv4FromValue(value));
    if (found) assert.equal(found.findings.facts.city, `city ${value}`);
  }
});

test("KvFindingsCache - limits the records that wait while the store is unavailable", async (kv) => {
  const away = { now: true };
  const gate = () =>
    away.now ? Promise.reject(new Error("away")) : Promise.resolve();
  const cache = cacheOn(gatedKv(kv, gate));
  for (let value = 0; value < 6_000; value++) {
    cache.write("a", ipv4FromValue(value), cached("x"));
  }
  assert.equal(cache.unflushed, 4_096);
  await assert.rejects(cache.flush(), /away/);
  assert.equal(cache.unflushed, 4_096);
  assert.deepEqual(await cache.read(["a"], google), [null]);
  away.now = false;
  await cache.flush();
  assert.equal(cache.unflushed, 0);
});

test("KvFindingsCache - does not wait for a store that hangs, and stops reading after three timeouts", async (kv) => {
  const clock = { now: start };
  let reads = 0;
  const hanging = gatedKv(kv, () => {
    reads++;
    return new Promise(() => {});
  });
  const cache = cacheOn(hanging, { now: () => clock.now, readTimeoutMs: 1 });
  for (let i = 0; i < 5; i++) {
    assert.deepEqual(await cache.read(["a", "b"], google), [null, null]);
  }
  assert.equal(reads, 3);
  clock.now += 30_000;
  await cache.read(["a"], google);
  assert.equal(reads, 4);
});

test("KvFindingsCache - ignores the findings of servers that are no longer configured", async (kv) => {
  const first = cacheOn(kv);
  first.write("a", google, cached("Berlin"));
  await first.flush();
  const second = cacheOn(kv, { sourcesStamp: "y" });
  assert.deepEqual(await second.read(["a"], google), [null]);
  const [found] = await first.read(["a"], google);
  assert.equal(found?.findings.facts.city, "Berlin");
});

test("KvFindingsCache - ignores the records of another version", async (kv) => {
  const cache = cacheOn(kv);
  cache.write("a", google, cached("Berlin"));
  await cache.flush();
  const [entry] = await Array.fromAsync(kv.list({ prefix: ["answers"] }));
  const { ip, savedAt, expiresAt, findings } = entry.value as Record<
    string,
    unknown
  >;
  const whole = { ip, savedAt, expiresAt };
  const malformed: unknown[] = [
    ...[null, 5, "text", whole],
    { ...whole, findings: {} },
    { ...whole, findings: { facts: null, evidence: [] } },
    { ...whole, findings: { facts: { countryCode: 5 }, evidence: [] } },
    { ...whole, findings: { facts: { city: { a: 1 } }, evidence: [] } },
    { ...whole, findings: { facts: { constructor: "x" }, evidence: [] } },
    { ...whole, findings: { facts: {}, evidence: [{ kind: "odd" }] } },
  ];
  for (const odd of malformed) {
    await kv.set(entry.key, odd);
    assert.deepEqual(await cache.read(["a"], google), [null]);
  }
  await kv.set(entry.key, { ...whole, findings });
  assert.notEqual((await cache.read(["a"], google))[0], null);
});

test("KvFindingsCache - stores evidence as code and parameters, and ignores the sentences of an earlier version", async (kv) => {
  const cache = cacheOn(kv);
  const params = { asn: 64500, networkType: "hosting" } as const;
  const item = stated("a", "tor", 80, { code: "network-known", params });
  const findings = { facts: { city: "Berlin" }, evidence: [item] };
  for (const source of ["a", "b", "c"]) {
    cache.write(source, google, { ...cached("x"), findings });
  }
  await cache.flush();
  for await (const { key, value } of kv.list({ prefix: ["answers"] })) {
    const detail = key.includes("b")
      ? "AS64500 is a known hosting network"
      : key.includes("c")
      ? { code: "toaster-listed", params: {} }
      : item.detail;
    const changed = { ...findings, evidence: [{ ...item, detail }] };
    await kv.set(key, { ...value as object, findings: changed });
  }
  const [a, b, c] = await cache.read(["a", "b", "c"], google);
  assert.deepEqual(a?.findings, findings);
  assert.deepEqual([b, c], [null, null]);
});
