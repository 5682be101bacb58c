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
  const ip = "192.0.2.1";
  const counter = ["limits", "counter", "geoip", ip];
  assert.deepEqual(counterKey("geoip", ip), counter);
  assert.deepEqual(strikesKey(ip), ["limits", "strikes", ip]);
  assert.deepEqual(automaticBanKey(ip), ["bans", "automatic", ip]);
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
