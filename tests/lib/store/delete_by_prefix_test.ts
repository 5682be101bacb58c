import assert from "node:assert/strict";
import { deleteByPrefix } from "../../../lib/store/delete_by_prefix.ts";
import { entriesOf, openRig } from "../accounts/rig.ts";

Deno.test("deleteByPrefix - deletes all keys below a prefix, in bounded commits, and no others", async () => {
  using rig = await openRig();
  const { kv, store } = rig;
  for (let i = 0; i < 1_201; i += 400) {
    const operation = kv.atomic();
    for (let j = i; j < Math.min(i + 400, 1_201); j++) {
      operation.set(["a", "b", j], j);
    }
    await operation.commit();
  }
  await kv.atomic().set(["a", "c", 1], 1).set(["a", "b"], 1).commit();
  store.commitsLeft = 3;
  await deleteByPrefix(store, ["a", "b"]);
  assert.equal(store.commitsLeft, 0);
  assert.deepEqual((await entriesOf(kv, ["a"])).map(({ key }) => key), [
    ["a", "b"],
    ["a", "c", 1],
  ]);
});

Deno.test("deleteByPrefix - keeps selected keys, and commits nothing if there is nothing to delete", async () => {
  using rig = await openRig();
  const { kv, store } = rig;
  await kv.atomic().set(["a", 1], 1).set(["a", 2], 2).commit();
  await deleteByPrefix(store, ["a"], ([, id]) => id === 2);
  store.commitsLeft = 0;
  await deleteByPrefix(store, ["a"], () => true);
  await deleteByPrefix(store, ["b"]);
  assert.deepEqual((await entriesOf(kv, ["a"])).map(({ key }) => key), [
    ["a", 2],
  ]);
});
