import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  openToRead,
  openToWrite,
  UnknownFileError,
} from "../../../../lib/dns/index/schema.ts";
import {
  fileMark,
  isUnusable,
  setAside,
} from "../../../../lib/dns/index/unusable_file.ts";

function faultOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  assert.fail("no fault");
}

Deno.test("isUnusable - a file that is no database, whatever reads it", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "no database at all. ".repeat(1_000));
  using db = new DatabaseSync(path);
  for (
    const fault of [
      faultOf(() => db.exec("PRAGMA journal_mode = WAL")),
      faultOf(() => db.prepare("SELECT * FROM sqlite_schema").all()),
      faultOf(() => openToWrite(path)),
      faultOf(() => openToRead(path)),
    ]
  ) {
    assert(isUnusable(fault), String(fault));
  }
  await Deno.remove(path);
});

Deno.test("isUnusable - a database that is none of ours", () => {
  assert.equal(isUnusable(new UnknownFileError("another version")), true);
});

Deno.test("isUnusable - not what says nothing of the file", () => {
  using db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE a (b UNIQUE); INSERT INTO a VALUES (1)");
  for (
    const fault of [
      faultOf(() => db.exec("INSERT INTO a VALUES (1)")),
      faultOf(() => db.prepare("INSERT INTO a VALUES (1)").run()),
      faultOf(() => openToRead("/nowhere/at/all")),
      faultOf(() => openToWrite("/dev/null/index.db")),
      new Error("disk full"),
      "text",
    ]
  ) {
    assert(!isUnusable(fault), String(fault));
  }
});

Deno.test("setAside - renames the database and what is beside it", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "index.db");
  for (const suffix of ["", "-wal"]) {
    await Deno.writeTextFile(path + suffix, `of ${suffix}`);
  }
  const aside = setAside(path, Date.UTC(2030, 0, 2, 3, 4, 5, 678));
  assert.equal(aside, `${path}.corrupt-2030-01-02T03-04-05-678Z`);
  assert.equal(await Deno.readTextFile(aside), "of ");
  assert.equal(await Deno.readTextFile(`${aside}-wal`), "of -wal");
  assert.equal([...Deno.readDirSync(folder)].length, 2);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("fileMark - the same for a file, another for the one in its place", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "index.db");
  assert.equal(fileMark(path), undefined);
  await Deno.writeTextFile(path, "one");
  const mark = fileMark(path);
  assert.notEqual(mark, undefined);
  await Deno.writeTextFile(path, "longer than before");
  assert.equal(fileMark(path), mark);
  await Deno.rename(path, `${path}.aside`);
  await Deno.writeTextFile(path, "two");
  assert.notEqual(fileMark(path), mark);
  await Deno.remove(folder, { recursive: true });
});
