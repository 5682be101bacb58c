import assert from "node:assert/strict";
import { SharedFiles, unshared } from "../../../lib/data/shared_files.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(withFile);

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(unshared(bytes));

async function withFile() {
  const folder = await tempFolder();
  const path = `${folder.path}/a`;
  await Deno.writeTextFile(path, "one");
  return { ...folder, path };
}

test("SharedFiles.read - reads a file into shared memory, once", async ({ path }) => {
  const files = new SharedFiles();
  const bytes = await files.read(path);
  assert(bytes.buffer instanceof SharedArrayBuffer);
  assert.equal(textOf(bytes), "one");
  assert.deepEqual([...files.inUse().values()], [bytes.buffer]);
  assert.equal((await files.read(path)).buffer, bytes.buffer);
});

test("SharedFiles.read - takes what another thread gives, and reads a changed file", async ({ path }) => {
  const first = new SharedFiles();
  const { buffer } = await first.read(path);
  const second = new SharedFiles();
  second.give(first.inUse());
  assert.equal((await second.read(path)).buffer, buffer);
  assert.equal(second.inUse().size, 0);

  await Deno.writeTextFile(path, "other");
  const changed = await second.read(path);
  assert.notEqual(changed.buffer, buffer);
  assert.equal(textOf(changed), "other");
});

test("SharedFiles.read - reads more than one chunk", async ({ path }) => {
  const bytes = new Uint8Array((8 << 20) + 3).map((_, i) => i % 251);
  await Deno.writeFile(path, bytes);
  const read = await new SharedFiles().read(path);
  assert.deepEqual(new Uint8Array(read), bytes);
});

Deno.test("SharedFiles.read - rejects if the file is missing", async () => {
  const reading = new SharedFiles().read("/nowhere/none.bin");
  await assert.rejects(reading, Deno.errors.NotFound);
});

Deno.test("unshared - copies short and long bytes", () => {
  for (const text of ["", "a", "ü".repeat(600)]) {
    const bytes = new TextEncoder().encode(text);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    const copy = unshared(shared);
    assert(!(copy.buffer instanceof SharedArrayBuffer));
    assert.deepEqual(new Uint8Array(copy), bytes);
  }
});
