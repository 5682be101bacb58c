import assert from "node:assert/strict";
import {
  readIfThere,
  readTextIfThere,
  readWhole,
  removeIfThere,
  replaceFile,
  writeAll,
} from "../../../../lib/data/update/durable_file.ts";

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

async function inFolder(test: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("replaceFile - makes and replaces, and leaves nothing beside", () =>
  inFolder(async (folder) => {
    await replaceFile(`${folder}/a`, "one");
    await replaceFile(`${folder}/a`, "2");
    assert.equal(await Deno.readTextFile(`${folder}/a`), "2");
    assert.deepEqual([...Deno.readDirSync(folder)].map((e) => e.name), ["a"]);
  }));

Deno.test("replaceFile - what cannot be replaced leaves nothing beside", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/a`);
    await assert.rejects(replaceFile(`${folder}/a`, "one"));
    assert.deepEqual([...Deno.readDirSync(folder)].map((e) => e.name), ["a"]);
  }));

Deno.test("replaceFile - a leftover of a killed process is no hindrance", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.tmp`, "something longer");
    await replaceFile(`${folder}/a`, "one");
    assert.equal(await Deno.readTextFile(`${folder}/a`), "one");
  }));

Deno.test("replaceFile - is its owner's alone: an address can hold a token", () =>
  inFolder(async (folder) => {
    await replaceFile(`${folder}/a`, "one");
    assert.equal((await Deno.stat(`${folder}/a`)).mode! & 0o777, 0o600);
  }));

Deno.test("writeAll - goes on after a write that took a part", async () => {
  const taken: number[] = [];
  const file = {
    write(chunk: Uint8Array) {
      const part = chunk.subarray(0, 3);
      taken.push(...part);
      return Promise.resolve(part.length);
    },
  };
  await writeAll(file as Deno.FsFile, new Uint8Array([1, 2, 3, 4, 5, 6, 7]));
  assert.deepEqual(taken, [1, 2, 3, 4, 5, 6, 7]);
});

Deno.test("readIfThere, readTextIfThere, removeIfThere - a missing file is no error", () =>
  inFolder(async (folder) => {
    assert.equal(await readIfThere(`${folder}/a`), null);
    assert.equal(await readTextIfThere(`${folder}/a`), null);
    await removeIfThere(`${folder}/a`);
    await Deno.writeTextFile(`${folder}/a`, "é");
    assert.equal(await readTextIfThere(`${folder}/a`), "é");
    await assert.rejects(readIfThere(folder));
    await assert.rejects(removeIfThere("/proc/self"));
  }));
