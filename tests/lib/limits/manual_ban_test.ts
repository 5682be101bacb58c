import assert from "node:assert/strict";
import fc from "fast-check";
import {
  asManualBan,
  isInForce,
  manualBanRecord,
} from "../../../lib/limits/manual_ban.ts";

const record = {
  cidr: "192.0.2.0/24",
  sinceMs: 1_700_000_000_000,
  untilMs: null,
  reason: "floods",
  by: "admin@example.net",
};

Deno.test("asManualBan - reads what manualBanRecord wrote", () => {
  for (const cidr of ["192.0.2.7/32", "10.0.0.0/8", "2001:db8::/48"]) {
    for (const untilMs of [null, 1_700_000_000_001]) {
      const written = { ...record, cidr, untilMs };
      const ban = asManualBan("id", written);
      assert(ban !== null);
      assert.equal(ban.id, "id");
      assert.deepEqual(manualBanRecord(ban), written);
    }
  }
});

Deno.test("asManualBan - takes an IPv4-mapped block for the IPv4 block", () => {
  const ban = asManualBan("id", { ...record, cidr: "::ffff:192.0.2.0/120" });
  assert.deepEqual(ban && manualBanRecord(ban), record);
});

const odd = [
  null,
  undefined,
  7,
  "x",
  [],
  {},
  { ...record, cidr: "192.0.2.0/33" },
  { ...record, cidr: 7 },
  { ...record, sinceMs: "1" },
  { ...record, untilMs: undefined },
  { ...record, untilMs: NaN },
  { ...record, untilMs: 1e300 },
  { ...record, reason: null },
  { ...record, by: 7 },
];
for (const value of odd) {
  Deno.test(`asManualBan - none in ${JSON.stringify(value)}`, () => {
    assert.equal(asManualBan("id", value), null);
  });
}

Deno.test("asManualBan - reads any value without a fault", () => {
  fc.assert(fc.property(fc.anything(), (value) => {
    const ban = asManualBan("id", value);
    assert(ban === null || ban.id === "id");
  }));
});

Deno.test("isInForce - until the end, the end not included", () => {
  const ban = asManualBan("id", { ...record, untilMs: 5 });
  const forEver = asManualBan("id", record);
  assert(ban !== null && forEver !== null);
  assert.deepEqual([4, 5, 6].map((ms) => isInForce(ban, ms)), [
    true,
    false,
    false,
  ]);
  assert.equal(isInForce(forEver, Number.MAX_SAFE_INTEGER), true);
});
