import assert from "node:assert/strict";
import { RegistrationCache } from "../../../lib/whois/registration_cache.ts";
import {
  EMPTY_REGISTRATION,
  type Registration,
} from "../../../lib/whois/registration.ts";
import { notFound } from "../../../lib/core/errors.ts";

const OWN = 2_048;

function registration(rawLength: number): Registration {
  return {
    ...EMPTY_REGISTRATION,
    kind: "asn",
    target: "AS64496",
    subject: "AS64496",
    source: "rdap",
    server: "rdap.test",
    object_type: "autnum",
    raw: { type: "json", text: "x".repeat(rawLength) },
    fetchedAt: "2026-11-21T12:00:00.000Z",
  };
}

Deno.test("RegistrationCache - keeps an outcome for its lifetime", () => {
  let now = 1_000;
  const cache = new RegistrationCache(() => now);
  const fault = notFound({ reason: "not_registered", target: "a.test" });
  const found = registration(0);
  cache.set("a", fault, 10);
  cache.set("b", found, 20);
  now = 1_009;
  assert.equal(cache.get("a"), fault);
  now = 1_010;
  assert.equal(cache.get("a"), undefined);
  assert.equal(cache.get("b"), found);
  assert.equal(cache.weight, OWN);
  assert.equal(cache.get("c"), undefined);
});

Deno.test("RegistrationCache - evicts the least recently used outcome", () => {
  const cache = new RegistrationCache(() => 0, 3 * OWN + 300);
  for (const key of ["a", "b", "c"]) cache.set(key, registration(100), 1);
  assert.equal(cache.weight, 3 * OWN + 300);
  assert(cache.get("a"));
  cache.set("d", registration(100), 1);
  assert.equal(cache.get("b"), undefined);
  assert(cache.get("a") && cache.get("c") && cache.get("d"));
  cache.set("d", registration(101), 1);
  assert.equal(cache.get("a"), undefined);
  assert.equal(cache.weight, 2 * OWN + 201);
});

Deno.test("RegistrationCache - does not keep an outcome above the maximum weight", () => {
  const cache = new RegistrationCache(() => 0, 2 * OWN);
  cache.set("a", registration(1), 1);
  cache.set("b", registration(OWN + 1), 1);
  assert.equal(cache.get("b"), undefined);
  assert(cache.get("a"));
});
