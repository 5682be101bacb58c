import assert from "node:assert/strict";
import {
  ifExists,
  removeIfExists,
  replaceFile,
  writeAll,
} from "../../../../lib/data/update/durable_file.ts";
import { testWith } from "../../../support/test_with.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

const test = testWith(() => tempFolder());

test("replaceFile - creates and replaces, and leaves no other files", async ({ path: folder }) => {
  await replaceFile(`${folder}/a`, "one");
  await replaceFile(`${folder}/a`, "2");
  assert.equal(await Deno.readTextFile(`${folder}/a`), "2");
  assert.deepEqual([...Deno.readDirSync(folder)].map((e) => e.name), ["a"]);
});

test("replaceFile - leaves no other files if it fails", async ({ path: folder }) => {
  await Deno.mkdir(`${folder}/a`);
  await assert.rejects(replaceFile(`${folder}/a`, "one"));
  assert.deepEqual([...Deno.readDirSync(folder)].map((e) => e.name), ["a"]);
});

test("replaceFile - overwrites the leftover of a killed process", async ({ path: folder }) => {
  await Deno.writeTextFile(`${folder}/a.tmp`, "something longer");
  await replaceFile(`${folder}/a`, "one");
  assert.equal(await Deno.readTextFile(`${folder}/a`), "one");
});

test("replaceFile - the file is readable only by its owner: a URL can contain a token", async ({ path: folder }) => {
  await replaceFile(`${folder}/a`, "one");
  assert.equal((await Deno.stat(`${folder}/a`)).mode! & 0o777, 0o600);
});

Deno.test("writeAll - continues after a partial write", async () => {
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

test("ifExists, removeIfExists - a missing file is not an error", async ({ path: folder }) => {
  const read = () => ifExists(Deno.readTextFile(`${folder}/a`));
  assert.equal(await read(), null);
  await removeIfExists(`${folder}/a`);
  await Deno.writeTextFile(`${folder}/a`, "é");
  assert.equal(await read(), "é");
  await assert.rejects(ifExists(Deno.readTextFile(folder)));
  await assert.rejects(removeIfExists("/proc/self"));
});
