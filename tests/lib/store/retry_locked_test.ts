import assert from "node:assert/strict";
import { retryLocked } from "../../../lib/store/retry_locked.ts";

const locked = new TypeError("database is locked");

Deno.test("retryLocked - tries until the lock is gone", async () => {
  let attempts = 0;
  const result = await retryLocked(() =>
    ++attempts < 4 ? Promise.reject(locked) : Promise.resolve("done")
  );
  assert.equal(result, "done");
  assert.equal(attempts, 4);
});

Deno.test("retryLocked - gives up after its time", async () => {
  let attempts = 0;
  await assert.rejects(
    retryLocked(() => (attempts++, Promise.reject(locked)), 7),
    locked,
  );
  // At once, and after waits of 1, 2 and 4 ms.
  assert.equal(attempts, 4);
});

Deno.test("retryLocked - passes any other fault on at once", async () => {
  const fault = new TypeError("Too many checks (max 100)");
  let attempts = 0;
  await assert.rejects(
    retryLocked(() => (attempts++, Promise.reject(fault))),
    fault,
  );
  assert.equal(attempts, 1);
});

Deno.test("retryLocked - two handles on one file increment exactly", async () => {
  const folder = await Deno.makeTempDir();
  const handles = await Promise.all(
    [1, 2].map(() => retryLocked(() => Deno.openKv(`${folder}/test.kv`))),
  );
  const increments = handles.map(async (kv) => {
    for (let done = 0; done < 100;) {
      const entry = await kv.get<number>(["n"]);
      const next = (entry.value ?? 0) + 1;
      const { ok } = await retryLocked(() =>
        kv.atomic().check(entry).set(["n"], next).commit()
      );
      if (ok) done++;
    }
  });
  await Promise.all(increments);
  const { value } = await handles[0].get(["n"]);
  for (const kv of handles) kv.close();
  await Deno.remove(folder, { recursive: true });
  assert.equal(value, 200);
});
