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
import { tempFolder } from "../../../support/temp_folder.ts";
import { testWith } from "../../../support/test_with.ts";
import { ptr } from "./memory_index.ts";

const test = testWith(async () => {
  const { path: folder, ...disposal } = await tempFolder();
  return { folder, path: join(folder, "index.db"), ...disposal };
});
const BROKEN = "no database at all. ".repeat(1_000);

test("openForWriting - creates a private folder, and the tables once", ({ folder }) => {
  const data = join(folder, "new", "data");
  const path = join(data, "index.db");
  openForWriting(path).close();
  assert.equal(Deno.statSync(join(folder, "new")).mode! & 0o777, 0o700);
  using db = openForWriting(path);
  for (const { name } of Deno.readDirSync(data)) {
    const { mode } = Deno.statSync(join(data, name));
    assert.equal(mode! & 0o777, 0o600, name);
  }
  assert.deepEqual({
    ...db.prepare("SELECT next_id, row_count FROM totals").get(),
  }, { next_id: 0, row_count: 0 });
  assert.equal(db.prepare("SELECT * FROM totals").all().length, 1);
  assert.equal(db.prepare("PRAGMA journal_mode").get()!.journal_mode, "wal");
});

test("openForReading - sees committed rows and cannot write", ({ path }) => {
  using writing = openForWriting(path);
  using reading = openForReading(path);
  writing.exec("UPDATE totals SET row_count = 5");
  const { row_count } = reading.prepare("SELECT row_count FROM totals").get()!;
  assert.equal(row_count, 5);
  const change = () => reading.exec("UPDATE totals SET row_count = 6");
  assert.throws(change, /readonly/);
});

test("openForReading - does not create a file", ({ folder, path }) => {
  assert.throws(() => openForReading(path), /unable to open database file/);
  assert.deepEqual([...Deno.readDirSync(folder)], []);
});

test("openForWriting, openForReading - UnknownFileError for another version, without changing the file", ({ path }) => {
  const db = openForWriting(path);
  db.exec("PRAGMA user_version = 999");
  db.close();
  for (const open of [openForWriting, openForReading]) {
    assert.throws(() => open(path), UnknownFileError);
  }
  using again = new DatabaseSync(path);
  assert.equal(again.prepare("PRAGMA user_version").get()!.user_version, 999);
});

test("sizeOfFile - agrees with sizeOf of the writing connection", ({ path }) => {
  using db = openForWriting(path);
  const empty = sizeOfFile(path);
  assert.equal(empty.rows, 0);
  const edges = Array.from({ length: 500 }, (_, i) => ptr(`${i}.example`));
  const limits = { maxRows: 1_000, maxBytes: 1e9 };
  new IndexWriter(db, limits).write([{ seenMs: 1, edges }]);
  const { rows, bytes } = sizeOfFile(path);
  assert.equal(rows, 500);
  assert(bytes > empty.bytes && bytes % 4_096 === 0, String(bytes));
  assert.deepEqual({ ...sizeOf(db) }, { rows, bytes });
});

test("sizeOfFile - does not change a damaged file", async ({ folder, path }) => {
  await Deno.writeTextFile(path, BROKEN);
  assert.throws(() => sizeOfFile(path), /file is not a database/);
  assert.equal(await Deno.readTextFile(path), BROKEN);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assert.deepEqual(names, ["index.db"]);
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  assert.fail("no error");
}

test("isUnusable - true if the file is not a database, for every way to read it", async ({ path }) => {
  await Deno.writeTextFile(path, BROKEN);
  using db = new DatabaseSync(path);
  const errors = [
    errorOf(() => db.exec("PRAGMA journal_mode = WAL")),
    errorOf(() => db.prepare("SELECT * FROM sqlite_schema").all()),
    errorOf(() => openForWriting(path)),
    errorOf(() => openForReading(path)),
  ];
  for (const error of errors) assert(isUnusable(error), String(error));
});

Deno.test("isUnusable - true for another program's database", () =>
  assert.equal(isUnusable(new UnknownFileError("another version")), true));

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
  for (const error of errors) assert(!isUnusable(error), String(error));
});

test("moveAside - renames the database and its related files", async ({ folder, path }) => {
  for (const suffix of ["", "-wal"]) {
    await Deno.writeTextFile(path + suffix, `of ${suffix}`);
  }
  const aside = moveAside(path, Date.UTC(2030, 0, 2, 3, 4, 5, 678));
  assert.equal(aside, `${path}.corrupt-2030-01-02T03-04-05-678Z`);
  assert.equal(await Deno.readTextFile(aside), "of ");
  assert.equal(await Deno.readTextFile(`${aside}-wal`), "of -wal");
  assert.equal([...Deno.readDirSync(folder)].length, 2);
});

test("fileIdentity - stable for a file, and different for its replacement", async ({ path }) => {
  assert.equal(fileIdentity(path), undefined);
  await Deno.writeTextFile(path, "one");
  const mark = fileIdentity(path);
  assert.notEqual(mark, undefined);
  await Deno.writeTextFile(path, "longer than before");
  assert.equal(fileIdentity(path), mark);
  await Deno.rename(path, `${path}.aside`);
  await Deno.writeTextFile(path, "two");
  assert.notEqual(fileIdentity(path), mark);
});
