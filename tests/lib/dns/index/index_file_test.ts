import assert from "node:assert/strict";
import { join } from "node:path";
import type { Pattern } from "../../../../lib/dns/index/cursor.ts";
import type { SeenEdges } from "../../../../lib/dns/index/edge.ts";
import { IndexFile } from "../../../../lib/dns/index/index_file.ts";
import { IndexUnavailableError } from "../../../../lib/dns/index/index_thread.ts";

const pattern: Pattern = { kind: "ptr", match: "right", keyword: ".example" };
const batch = (names: readonly string[]): SeenEdges[] => [{
  seenMs: 1,
  edges: names.map((name) => ({ kind: "ptr", name, value: "192.0.2.1" })),
}];

const all = {
  type: "page",
  request: { pattern, after: null, limit: 100 },
} as const;
const size = { type: "size" } as const;

async function namesIn(file: IndexFile): Promise<string[]> {
  const { rows } = await file.read(all);
  return rows.map(({ name }) => name);
}

/** Runs a test that can open one file several times. */
function onOneFile(
  test: (
    open: () => IndexFile,
    paths: { path: string; asides: string[] },
  ) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const folder = await Deno.makeTempDir();
    const paths = { path: join(folder, "index.db"), asides: [] as string[] };
    const opened: IndexFile[] = [];
    const open = () => {
      const nowMs = Date.UTC(2030, 0, 1 + opened.length);
      const file = new IndexFile({
        path: paths.path,
        limits: { maxRows: 10_000, maxBytes: 1e9 },
        now: () => nowMs,
        onMovedAside: (_reason, path) => paths.asides.push(path),
      });
      opened.push(file);
      return file;
    };
    try {
      await test(open, paths);
    } finally {
      for (const file of opened) {
        await file.close();
        file.end();
      }
      await Deno.remove(folder, { recursive: true });
    }
  };
}

Deno.test(
  "IndexFile.end - starts no other threads",
  onOneFile(async (open) => {
    const file = open();
    await file.write(batch(["a.example"]));
    const search = namesIn(file);
    file.end();
    for (const call of [search, file.write(batch(["b"])), file.read(size)]) {
      await assert.rejects(call, (error) => {
        assert(error instanceof IndexUnavailableError);
        assert.equal(error.message, "The index is closed.");
        return true;
      });
    }
  }),
);

Deno.test(
  "IndexFile.write - creates a new file if the old one was deleted",
  onOneFile(async (open, { path, asides }) => {
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
  }),
);

Deno.test(
  "IndexFile.read - moves nothing aside if its caller has left",
  onOneFile(async (open, { asides }) => {
    const file = open();
    await file.write(batch(["a.example"]));
    assert.deepEqual(await namesIn(file), ["a.example"]);
    const gone = new Error("gone");
    await assert.rejects(
      file.read(all, { signal: AbortSignal.abort(gone) }),
      gone,
    );
    assert.deepEqual(await namesIn(file), ["a.example"]);
    assert.deepEqual(asides, []);
  }),
);

Deno.test(
  "IndexFile - switches to the new file if another process moved the old one aside",
  onOneFile(async (open, { path, asides }) => {
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
  }),
);

Deno.test(
  "IndexFile - two instances that detect the damage at the same time move the file aside once",
  onOneFile(async (open, { path, asides }) => {
    await Deno.writeTextFile(path, "no database at all. ".repeat(1_000));
    const both = [open(), open()];
    await Promise.allSettled(both.map((file) => file.read(size)));
    await both[0].write(batch(["a.example"]));
    await both[1].write(batch(["b.example"]));
    for (const file of both) {
      assert.deepEqual(await namesIn(file), ["a.example", "b.example"]);
    }
    assert.equal(asides.length, 1);
  }),
);
