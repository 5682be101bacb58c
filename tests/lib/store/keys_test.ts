import assert from "node:assert/strict";
import fc from "fast-check";
import {
  automaticBanKey,
  automaticBanPrefix,
  banRevisionKey,
  counterKey,
  counterPrefix,
  lastKeyPart,
  strikesKey,
  strikesPrefix,
} from "../../../lib/store/keys.ts";
import { forAll } from "../../support/for_all.ts";

Deno.test("keys - unchanged from earlier versions", () => {
  assert.deepEqual(counterKey("geoip", "192.0.2.1"), [
    "limits",
    "counter",
    "geoip",
    "192.0.2.1",
  ]);
  assert.deepEqual(strikesKey("192.0.2.1"), ["limits", "strikes", "192.0.2.1"]);
  assert.deepEqual(automaticBanKey("192.0.2.1"), [
    "bans",
    "automatic",
    "192.0.2.1",
  ]);
  assert.deepEqual(banRevisionKey(), ["bans", "revision"]);
});

Deno.test("keys - each record is under its own prefix only", () => {
  const prefixes = [counterPrefix(), strikesPrefix(), automaticBanPrefix()];
  forAll([fc.string(), fc.string()], (bucket, client) => {
    const keys = [
      counterKey(bucket, client),
      strikesKey(client),
      automaticBanKey(client),
      banRevisionKey(),
    ];
    const holders = keys.map((key) =>
      prefixes.flatMap((prefix, i) =>
        prefix.every((part, j) => part === key[j]) ? [i] : []
      )
    );
    assert.deepEqual(holders, [[0], [1], [2], []]);
  });
});

Deno.test("lastKeyPart - null for keys of another length", () => {
  assert.equal(lastKeyPart(["a", "b", "1.2.3.4"], 3), "1.2.3.4");
  assert.equal(lastKeyPart(["a", "b", "1.2.3.4", "x"], 3), null);
  assert.equal(lastKeyPart(["a", "b", 5], 3), null);
  assert.equal(lastKeyPart(["a"], 3), null);
});
