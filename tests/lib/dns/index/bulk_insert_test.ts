import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { bulkInsert } from "../../../../lib/dns/index/bulk_insert.ts";

Deno.test("bulkInsert - any number of rows, in order", () => {
  for (const count of [0, 1, 31, 32, 33, 64, 100]) {
    using db = new DatabaseSync(":memory:");
    db.exec("CREATE TABLE a (b, c)");
    const rows = Array.from({ length: count }, (_, i) => [i, `text ${i}`]);
    bulkInsert(db, "INSERT INTO a", 2)(rows.flat());
    assert.deepEqual(
      db.prepare("SELECT b, c FROM a ORDER BY rowid").all()
        .map(({ b, c }) => [b, c]),
      rows,
    );
  }
});

Deno.test("bulkInsert - a row that is there is dealt with as told", () => {
  using db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE a (b UNIQUE, c)");
  const insert = bulkInsert(
    db,
    "INSERT INTO a",
    2,
    "ON CONFLICT (b) DO UPDATE SET c = max(c, excluded.c)",
  );
  insert([1, 5, 2, 5, 1, 7, 2, 3]);
  assert.deepEqual(
    db.prepare("SELECT b, c FROM a ORDER BY b").all()
      .map(({ b, c }) => [b, c]),
    [[1, 7], [2, 5]],
  );
});
