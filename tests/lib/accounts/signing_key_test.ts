import assert from "node:assert/strict";
import { openSigningKey } from "../../../lib/accounts/signing_key.ts";
import { signingKeyKey } from "../../../lib/store/keys.ts";
import { openQuotas } from "./quota_rig.ts";
import { random } from "./rig.ts";

Deno.test("openSigningKey - makes 32 bytes once, and gives everybody the same", async () => {
  await using rig = await openQuotas();
  const keys = await Promise.all(
    Array.from({ length: 10 }, () => openSigningKey(rig.store, random)),
  );
  keys.push(await openSigningKey(rig.store, random));
  assert.equal(keys[0].length, 32);
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.deepEqual((await rig.kv.get(signingKeyKey())).value, keys[0]);
});

Deno.test("openSigningKey - takes the place of what is no key", async () => {
  await using rig = await openQuotas();
  for (const value of [new Uint8Array(16), "0".repeat(32), null]) {
    await rig.kv.set(signingKeyKey(), value);
    const key = await openSigningKey(rig.store, random);
    assert.equal(key.length, 32);
    assert.deepEqual((await rig.kv.get(signingKeyKey())).value, key);
  }
});
