import assert from "node:assert/strict";
import { readWhole } from "../../../lib/data/read_whole.ts";

Deno.test("readWhole - gives the bytes of files of any size, in a buffer of that size", async () => {
  const path = await Deno.makeTempFile();
  try {
    // The last is more than one read takes.
    for (const size of [0, 1, 70_000, 3 << 20]) {
      const bytes = new Uint8Array(size).map((_, i) => i % 251);
      await Deno.writeFile(path, bytes);
      const read = await readWhole(path);
      assert.equal(read.buffer.byteLength, size);
      assert.deepEqual(read, bytes);
    }
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("readWhole - a file that is not there is NotFound", async () => {
  const missing = new URL("no-such-file", import.meta.url);
  await assert.rejects(readWhole(missing), Deno.errors.NotFound);
});
