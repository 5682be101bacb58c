import assert from "node:assert/strict";
import { RegistrationCache } from "../../../lib/whois/registration_cache.ts";
import {
  EMPTY_REGISTRATION,
  type Registration,
} from "../../../lib/whois/registration.ts";
import { notRegistered } from "../../../lib/whois/whois_errors.ts";

const OWN = 2_048;

function registration(rawLength: number): Registration {
  return {
    ...EMPTY_REGISTRATION,
    kind: "asn",
    target: "AS64496",
    subject: "AS64496",
    source: "rdap",
    server: "rdap.test",
    objectType: "autnum",
    raw: { type: "json", text: "x".repeat(rawLength) },
    fetchedAt: "2026-11-21T12:00:00.000Z",
  };
}

Deno.test("RegistrationCache - keeps an outcome for its lifetime", () => {
  let now = 1_000;
  const kept = new RegistrationCache(() => now);
  const fault = notRegistered("a.test");
  const found = registration(0);
  kept.set("a", fault, 10);
  kept.set("b", found, 20);
  now = 1_009;
  assert.equal(kept.get("a"), fault);
  now = 1_010;
  assert.equal(kept.get("a"), undefined);
  assert.equal(kept.get("b"), found);
  assert.equal(kept.weight, OWN);
  assert.equal(kept.get("c"), undefined);
});

Deno.test("RegistrationCache - evicts the least recently used outcome", () => {
  const kept = new RegistrationCache(() => 0, 3 * OWN + 300);
  for (const key of ["a", "b", "c"]) kept.set(key, registration(100), 1);
  assert.equal(kept.weight, 3 * OWN + 300);
  assert(kept.get("a"));
  kept.set("d", registration(100), 1);
  assert.equal(kept.get("b"), undefined);
  assert(kept.get("a") && kept.get("c") && kept.get("d"));
  kept.set("d", registration(101), 1);
  assert.equal(kept.get("a"), undefined);
  assert.equal(kept.weight, 2 * OWN + 201);
});

Deno.test("RegistrationCache - does not keep an outcome above the maximum weight", () => {
  const kept = new RegistrationCache(() => 0, 2 * OWN);
  kept.set("a", registration(1), 1);
  kept.set("b", registration(OWN + 1), 1);
  assert.equal(kept.get("b"), undefined);
  assert(kept.get("a"));
});
