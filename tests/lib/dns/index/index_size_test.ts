import assert from "node:assert/strict";
import { join } from "node:path";
import { sizeOf, sizeOfFile } from "../../../../lib/dns/index/index_size.ts";
import { openToWrite } from "../../../../lib/dns/index/schema.ts";
import { IndexWriter } from "../../../../lib/dns/index/writer.ts";

Deno.test("sizeOfFile - what the connection that writes says as well", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "index.db");
  {
    using db = openToWrite(path);
    const empty = sizeOfFile(path);
    assert.equal(empty.rows, 0);
    new IndexWriter(db, { maxRows: 1_000, maxBytes: 1e9 }).write([{
      seenMs: 1,
      edges: Array.from({ length: 500 }, (_, i) => ({
        kind: "ptr",
        name: `${i}.example`,
        value: "192.0.2.1",
      })),
    }]);
    const { rows, bytes } = sizeOfFile(path);
    assert.equal(rows, 500);
    assert(bytes > empty.bytes && bytes % 4_096 === 0, String(bytes));
    assert.deepEqual({ ...sizeOf(db) }, { rows, bytes });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("sizeOfFile - leaves a broken file as it is", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "index.db");
  const broken = "no database at all. ".repeat(1_000);
  await Deno.writeTextFile(path, broken);
  assert.throws(() => sizeOfFile(path), /file is not a database/);
  assert.equal(await Deno.readTextFile(path), broken);
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), [
    "index.db",
  ]);
  await Deno.remove(folder, { recursive: true });
});
