import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  fileIdentity,
  isUnusable,
  moveAside,
  openForReading,
  openForWriting,
  sizeOf,
  sizeOfFile,
  UnknownFileError,
} from "../../../../lib/dns/index/schema.ts";
import { IndexWriter } from "../../../../lib/dns/index/writer.ts";

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
  "openForWriting - creates a private folder, and the tables once",
  inFolder((folder) => {
    const path = join(folder, "new", "data", "index.db");
    openForWriting(path).close();
    assert.equal(Deno.statSync(join(folder, "new")).mode! & 0o777, 0o700);
    using db = openForWriting(path);
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
  "openForReading - sees committed rows and cannot write",
  inFolder((folder) => {
    const path = join(folder, "index.db");
    using writing = openForWriting(path);
    using reading = openForReading(path);
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
  "openForReading - does not create a file",
  inFolder((folder) => {
    assert.throws(
      () => openForReading(join(folder, "index.db")),
      /unable to open database file/,
    );
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }),
);

Deno.test(
  "openForWriting, openForReading - UnknownFileError for another version, without changing the file",
  inFolder((folder) => {
    const path = join(folder, "index.db");
    const db = openForWriting(path);
    db.exec("PRAGMA user_version = 999");
    db.close();
    for (const open of [openForWriting, openForReading]) {
      assert.throws(() => open(path), UnknownFileError);
    }
    using again = new DatabaseSync(path);
    assert.equal(again.prepare("PRAGMA user_version").get()!.user_version, 999);
  }),
);

Deno.test("sizeOfFile - agrees with sizeOf of the writing connection", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "index.db");
  {
    using db = openForWriting(path);
    const empty = sizeOfFile(path);
    assert.equal(empty.rows, 0);
    new IndexWriter(db, { maxRows: 1_000, maxBytes: 1e9 }).write([{
      seenMs: 1,
      edges: Array.from(
        { length: 500 },
        (_, i) => ({ kind: "ptr", name: `${i}.example`, value: "192.0.2.1" }),
      ),
    }]);
    const { rows, bytes } = sizeOfFile(path);
    assert.equal(rows, 500);
    assert(bytes > empty.bytes && bytes % 4_096 === 0, String(bytes));
    assert.deepEqual({ ...sizeOf(db) }, { rows, bytes });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("sizeOfFile - does not change a damaged file", async () => {
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

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  assert.fail("no error");
}

Deno.test("isUnusable - true if the file is not a database, for every way to read it", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "no database at all. ".repeat(1_000));
  using db = new DatabaseSync(path);
  const errors = [
    errorOf(() => db.exec("PRAGMA journal_mode = WAL")),
    errorOf(() => db.prepare("SELECT * FROM sqlite_schema").all()),
    errorOf(() => openForWriting(path)),
    errorOf(() => openForReading(path)),
  ];
  for (const error of errors) {
    assert(isUnusable(error), String(error));
  }
  await Deno.remove(path);
});

Deno.test("isUnusable - true for another program's database", () => {
  assert.equal(isUnusable(new UnknownFileError("another version")), true);
});

Deno.test("isUnusable - false for errors that are not about the file", () => {
  using db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE a (b UNIQUE); INSERT INTO a VALUES (1)");
  const errors = [
    errorOf(() => db.exec("INSERT INTO a VALUES (1)")),
    errorOf(() => db.prepare("INSERT INTO a VALUES (1)").run()),
    errorOf(() => openForReading("/nowhere/at/all")),
    errorOf(() => openForWriting("/dev/null/index.db")),
    new Error("disk full"),
    "text",
  ];
  for (const error of errors) {
    assert(!isUnusable(error), String(error));
  }
});

Deno.test("moveAside - renames the database and its related files", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "index.db");
  for (const suffix of ["", "-wal"]) {
    await Deno.writeTextFile(path + suffix, `of ${suffix}`);
  }
  const aside = moveAside(path, Date.UTC(2030, 0, 2, 3, 4, 5, 678));
  assert.equal(aside, `${path}.corrupt-2030-01-02T03-04-05-678Z`);
  assert.equal(await Deno.readTextFile(aside), "of ");
  assert.equal(await Deno.readTextFile(`${aside}-wal`), "of -wal");
  assert.equal([...Deno.readDirSync(folder)].length, 2);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("fileIdentity - stable for a file, and different for its replacement", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "index.db");
  assert.equal(fileIdentity(path), undefined);
  await Deno.writeTextFile(path, "one");
  const mark = fileIdentity(path);
  assert.notEqual(mark, undefined);
  await Deno.writeTextFile(path, "longer than before");
  assert.equal(fileIdentity(path), mark);
  await Deno.rename(path, `${path}.aside`);
  await Deno.writeTextFile(path, "two");
  assert.notEqual(fileIdentity(path), mark);
  await Deno.remove(folder, { recursive: true });
});
