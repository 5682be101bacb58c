import assert from "node:assert/strict";
import { join } from "node:path";
import type { Pattern } from "../../../../lib/dns/index/cursor.ts";
import type { SeenEdges } from "../../../../lib/dns/index/edge.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { testWith } from "../../../support/test_with.ts";
import { ptr } from "./memory_index.ts";
import { IndexFile } from "../../../../lib/dns/index/index_file.ts";
import { IndexUnavailableError } from "../../../../lib/dns/index/index_thread.ts";

const pattern: Pattern = { kind: "ptr", match: "right", keyword: ".example" };
const batch = (names: readonly string[]): SeenEdges[] => [
  { seenMs: 1, edges: names.map((name) => ptr(name)) },
];
const request = { pattern, after: null, limit: 100 };
const all = { type: "page", request } as const;
const size = { type: "size" } as const;

async function namesIn(file: IndexFile): Promise<string[]> {
  const { rows } = await file.read(all);
  return rows.map(({ name }) => name);
}

/** A file that a test can open several times. */
const test = testWith(async () => {
  const stack = new AsyncDisposableStack();
  const path = join(stack.use(await tempFolder()).path, "index.db");
  const asides: string[] = [];
  let day = 1;
  const open = () => {
    const nowMs = Date.UTC(2030, 0, day++);
    const file = new IndexFile({
      path,
      limits: { maxRows: 10_000, maxBytes: 1e9 },
      now: () => nowMs,
      onMovedAside: (_reason, path) => asides.push(path),
    });
    stack.defer(async () => {
      await file.close();
      file.end();
    });
    return file;
  };
  return {
    ...{ open, path, asides },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
});

test("IndexFile.end - starts no other threads", async ({ open }) => {
  const file = open();
  await file.write(batch(["a.example"]));
  const search = namesIn(file);
  file.end();
  for (const call of [search, file.write(batch(["b"])), file.read(size)]) {
    const error = new IndexUnavailableError("The index is closed.");
    await assert.rejects(call, error);
  }
});

test("IndexFile.write - creates a new file if the old one was deleted", async ({ open, path, asides }) => {
  const file = open();
  await file.write(batch(["old.example"]));
  assert.deepEqual(await namesIn(file), ["old.example"]);
  for (const suffix of ["", "-wal", "-shm"]) await Deno.remove(path + suffix);
  // Until there is a new file, searches still use the deleted one.
  assert.deepEqual(await namesIn(file), ["old.example"]);
  await file.write(batch(["new.example"]));
  assert.deepEqual(await namesIn(file), ["new.example"]);
  assert.equal((await file.read(size)).rows, 1);
  assert.deepEqual(asides, []);
});

test("IndexFile.read - moves nothing aside if its caller has left", async ({ open, asides }) => {
  const file = open();
  await file.write(batch(["a.example"]));
  assert.deepEqual(await namesIn(file), ["a.example"]);
  const gone = new Error("gone");
  const signal = AbortSignal.abort(gone);
  await assert.rejects(file.read(all, { signal }), gone);
  assert.deepEqual(await namesIn(file), ["a.example"]);
  assert.deepEqual(asides, []);
});

test("IndexFile - switches to the new file if another process moved the old one aside", async ({ open, path, asides }) => {
  const names = Array.from({ length: 3_000 }, (_, i) => `${i}.example`);
  const first = open();
  await first.write(batch(names));
  await first.close();
  const octets = await Deno.readFile(path);
  octets.fill(0xa5, 4_096 * 20);
  await Deno.writeFile(path, octets);
  const both = [open(), open()];
  await Promise.all(both.map((file) => file.read(size)));
  for (const file of both) await namesIn(file).catch(() => {});
  assert.deepEqual(asides, [`${path}.corrupt-2030-01-02T00-00-00-000Z`]);
  await both[0].write(batch(["a.example"]));
  await both[1].write(batch(["b.example"]));
  for (const file of both) {
    assert.deepEqual(await namesIn(file), ["a.example", "b.example"]);
  }
  assert.equal(asides.length, 1);
});

test("IndexFile - two instances that detect the damage at the same time move the file aside once", async ({ open, path, asides }) => {
  await Deno.writeTextFile(path, "no database at all. ".repeat(1_000));
  const both = [open(), open()];
  await Promise.allSettled(both.map((file) => file.read(size)));
  await both[0].write(batch(["a.example"]));
  await both[1].write(batch(["b.example"]));
  for (const file of both) {
    assert.deepEqual(await namesIn(file), ["a.example", "b.example"]);
  }
  assert.equal(asides.length, 1);
});
