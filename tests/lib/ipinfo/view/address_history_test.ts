import assert from "node:assert/strict";
import {
  KEPT_DAYS,
  parseHistory,
  withAddresses,
} from "../../../../lib/ipinfo/view/address_history.ts";

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

const times = { firstMs: NOW - 9 * DAY_MS, lastMs: NOW - DAY_MS };
const old = { ip: "192.0.2.1", ...times };

Deno.test("parseHistory - reads what was kept, and leaves out what is malformed", () => {
  assert.deepEqual(parseHistory(JSON.stringify([old])), [old]);
  const malformed = [
    null,
    "192.0.2.1",
    { ...old, ip: 1 },
    { ...old, ip: "1".repeat(40) },
    { ...old, lastMs: "yesterday" },
    { ip: old.ip },
  ];
  assert.deepEqual(parseHistory(JSON.stringify([...malformed, old])), [old]);
  for (const text of [null, "", "{", "{}", "7", '"x"']) {
    assert.deepEqual(parseHistory(text), []);
  }
});

Deno.test("withAddresses - puts the latest first, and remembers when each was first seen", () => {
  const fresh = { ip: "2001:db8::1", firstMs: NOW, lastMs: NOW };
  assert.deepEqual(withAddresses([old], [fresh.ip], NOW), [fresh, old]);
  const again = withAddresses([fresh, old], [old.ip], NOW);
  assert.deepEqual(again, [{ ...old, lastMs: NOW }, fresh]);
});

Deno.test("withAddresses - forgets what was last seen too long ago, and keeps a bounded number", () => {
  const at = (lastMs: number) => ({ ...old, lastMs });
  const edge = NOW - KEPT_DAYS * DAY_MS;
  assert.deepEqual(withAddresses([at(edge)], [], NOW), []);
  assert.deepEqual(withAddresses([at(edge + 1)], [], NOW), [at(edge + 1)]);
  const many = Array.from(
    { length: 60 },
    (_, i) => ({ ...old, ip: `192.0.2.${i}` }),
  );
  const history = withAddresses(many, ["198.51.100.1"], NOW);
  assert.equal(history.length, 50);
  assert.equal(history[0].ip, "198.51.100.1");
});
