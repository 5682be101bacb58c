import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  openToRead,
  openToWrite,
  UnknownFileError,
} from "../../../../lib/dns/index/schema.ts";

function inFolder(test: (folder: string) => void): () => Promise<void> {
  return async () => {
    const folder = await Deno.makeTempDir();
    try {
      test(folder);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  };
}

Deno.test(
  "openToWrite - makes the folder, for nobody else, and the tables once",
  inFolder((folder) => {
    const path = join(folder, "new", "data", "index.db");
    openToWrite(path).close();
    assert.equal(Deno.statSync(join(folder, "new")).mode! & 0o777, 0o700);
    using db = openToWrite(path);
    for (const { name } of Deno.readDirSync(join(folder, "new", "data"))) {
      const { mode } = Deno.statSync(join(folder, "new", "data", name));
      assert.equal(mode! & 0o777, 0o600, name);
    }
    assert.deepEqual(
      db.prepare("SELECT next_id, row_count FROM totals").all().map((row) => ({
        ...row,
      })),
      [{ next_id: 0, row_count: 0 }],
    );
    assert.equal(db.prepare("PRAGMA journal_mode").get()!.journal_mode, "wal");
  }),
);

Deno.test(
  "openToRead - sees what is written, and writes nothing",
  inFolder((folder) => {
    const path = join(folder, "index.db");
    using writing = openToWrite(path);
    using reading = openToRead(path);
    writing.exec("UPDATE totals SET row_count = 5");
    assert.equal(
      reading.prepare("SELECT row_count FROM totals").get()!.row_count,
      5,
    );
    assert.throws(
      () => reading.exec("UPDATE totals SET row_count = 6"),
      /readonly/,
    );
  }),
);

Deno.test(
  "openToRead - makes no file",
  inFolder((folder) => {
    assert.throws(
      () => openToRead(join(folder, "index.db")),
      /unable to open database file/,
    );
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }),
);

Deno.test(
  "openToWrite, openToRead - a file of another version is unknown, and left as it is",
  inFolder((folder) => {
    const path = join(folder, "index.db");
    const db = openToWrite(path);
    db.exec("PRAGMA user_version = 999");
    db.close();
    for (const open of [openToWrite, openToRead]) {
      assert.throws(() => open(path), UnknownFileError);
    }
    using again = new DatabaseSync(path);
    assert.equal(
      again.prepare("PRAGMA user_version").get()!.user_version,
      999,
    );
  }),
);
