import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  Eviction,
  prepareBulkInsert,
} from "../../../../lib/dns/index/writer.ts";
import { type Edge, SEARCH_KINDS } from "../../../../lib/dns/index/edge.ts";
import { MemoryIndex, ptr } from "./memory_index.ts";
import fc from "fast-check";
import { isUnusable } from "../../../../lib/dns/index/schema.ts";
import { ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(() => new MemoryIndex());

Deno.test("prepareBulkInsert - inserts any number of rows in order", () => {
  for (const count of [0, 1, 31, 32, 33, 64, 100]) {
    using db = new DatabaseSync(":memory:");
    db.exec("CREATE TABLE a (b, c)");
    const rows = Array.from({ length: count }, (_, i) => [i, `text ${i}`]);
    prepareBulkInsert(db, "INSERT INTO a", 2)(rows.flat());
    const found = db.prepare("SELECT b, c FROM a ORDER BY rowid").all();
    assert.deepEqual(found.map(({ b, c }) => [b, c]), rows);
  }
});

Deno.test("prepareBulkInsert - applies the conflict clause", () => {
  using db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE a (b UNIQUE, c)");
  const larger = "ON CONFLICT (b) DO UPDATE SET c = max(c, excluded.c)";
  prepareBulkInsert(db, "INSERT INTO a", 2, larger)([1, 5, 2, 5, 1, 7, 2, 3]);
  const rows = db.prepare("SELECT b, c FROM a ORDER BY b").all();
  assert.deepEqual(rows.map(({ b, c }) => [b, c]), [[1, 7], [2, 5]]);
});

const all = { kind: "ptr", match: "middle", keyword: ".example" } as const;
const namesIn = (index: MemoryIndex) => index.all(all).map(({ name }) => name);

function count(index: MemoryIndex, table: string) {
  return index.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n;
}

/** The names in the index, and the number of its chunks. */
const held = (
  index: MemoryIndex,
) => [namesIn(index), count(index, "names_ptr")];

test("Eviction.evict - the least recently seen first, then the oldest", (index) => {
  for (const name of ["a", "b", "c", "d"]) {
    index.write([ptr(`${name}.example`)]);
  }
  index.write([ptr("a.example")], 2);
  const eviction = new Eviction(index.db);
  assert.equal(eviction.evict(2), 2);
  assert.deepEqual(namesIn(index), ["d.example", "a.example"]);
  assert.equal(eviction.evict(1), 1);
  assert.deepEqual(namesIn(index), ["a.example"]);
});

test("Eviction.evict - removes nothing for a count of zero or less", (index) => {
  index.write([ptr("a.example")]);
  const eviction = new Eviction(index.db);
  assert.deepEqual([eviction.evict(0), eviction.evict(-5)], [0, 0]);
  assert.deepEqual(namesIn(index), ["a.example"]);
});

test("Eviction.evict - removes at most all rows", (index) => {
  index.write([ptr("a.example"), { ...ptr("b.example"), kind: "address" }]);
  assert.equal(new Eviction(index.db).evict(9), 2);
  assert.deepEqual(held(index), [[], 0]);
});

test("Eviction.evict - removes at most 20,000 rows", (index) => {
  index.write(Array.from({ length: 20_001 }, (_, i) => ptr(`${i}.example`)));
  const eviction = new Eviction(index.db);
  assert.equal(eviction.evict(20_001), 20_000);
  assert.equal(eviction.evict(1), 1);
  assert.deepEqual(held(index), [[], 0]);
});

test("Eviction.evict - keeps a chunk while one of its names exists", (index) => {
  index.write([ptr("a.example"), ptr("b.example")]);
  index.write([ptr("b.example")], 2);
  const eviction = new Eviction(index.db);
  eviction.evict(1);
  assert.deepEqual(held(index), [["b.example"], 1]);
  eviction.evict(1);
  assert.deepEqual(held(index), [[], 0]);
});

Deno.test("Eviction.evict - does not affect the position between two pages", () => {
  const given = Array.from({ length: 40 }, (_, i) => `${10 + i}.example`);
  for (const match of ["left", "middle", "right"] as const) {
    using index = new MemoryIndex();
    for (const [i, name] of given.entries()) index.write([ptr(name)], i);
    const keyword = match === "left" ? "2" : "0.example";
    const pattern = { kind: "ptr", match, keyword } as const;
    const first = index.page(pattern, null, 2);
    const rest = index.all(pattern).slice(2);
    new Eviction(index.db).evict(15);
    const left = new Set(namesIn(index));
    const found = index.page(pattern, first.next, 100).rows;
    assert.deepEqual(found, rest.filter(({ name }) => left.has(name)));
  }
});

function counts(index: MemoryIndex) {
  return {
    edge: count(index, "edge"),
    forward: count(index, "forward_name"),
    ptrChunks: count(index, "names_ptr"),
    cnameChunks: count(index, "names_cname"),
    aliasChunks: count(index, "names_alias"),
  };
}

test("IndexWriter.write - keeps firstSeenMs and updates lastSeenMs", (index) => {
  index.write([ptr("a.example")], 10);
  index.write([ptr("A.EXAMPLE"), ptr("a.example")], 30);
  index.write([ptr("a.example")], 20);
  const seen = { firstSeenMs: 10, lastSeenMs: 30 };
  assert.deepEqual(index.all(all), [{ ...ptr("a.example"), ...seen }]);
  assert.equal(index.rows, 1);
});

test("IndexWriter.write - a row for each value of a name", (index) => {
  index.write([
    ptr("a.example", "192.0.2.2"),
    ptr("a.example", "2001:DB8:0::1"),
    ptr("a.example", "2001:db8::1"),
  ]);
  const rows = index.all({ ...all, match: "left", keyword: "a" });
  const found = rows.map(({ value }) => value);
  assert.deepEqual(found, ["192.0.2.2", "2001:db8::1"]);
});

test("IndexWriter.write - leaves out invalid names and addresses", (index) => {
  index.write([
    ptr(""),
    ptr("a".repeat(1_025)),
    ptr("a.example", "192.0.2.256"),
    { kind: "address", name: "a.example", value: "b.example" },
    { kind: "cname", name: "a.example", value: "" },
  ]);
  assert.deepEqual(counts(index), {
    ...{ edge: 0, forward: 0, ptrChunks: 0, cnameChunks: 0, aliasChunks: 0 },
  });
});

test("IndexWriter.write - does not index known names again", (index) => {
  const edges = Array.from({ length: 40 }, (_, i) => ptr(`n${i}.example`));
  index.write(edges);
  const before = counts(index);
  index.write(edges, 2);
  assert.deepEqual(counts(index), before);
  assert.deepEqual(before, {
    ...{ edge: 40, forward: 40, ptrChunks: 3, cnameChunks: 0, aliasChunks: 0 },
  });
});

Deno.test("IndexWriter.write - evicts the least recently seen edges", () => {
  using index = new MemoryIndex(3);
  for (const [i, name] of ["a", "b", "c"].entries()) {
    index.write([ptr(`${name}.example`)], i + 1);
  }
  index.write([ptr("a.example")], 4);
  index.write([ptr("d.example"), ptr("e.example")], 5);
  assert.deepEqual(namesIn(index), ["e.example", "d.example", "a.example"]);
  assert.equal(index.rows, 3);
});

Deno.test("IndexWriter.write - removes evicted edges from every table", () => {
  const edge = fc.record({
    kind: fc.constantFrom<Edge["kind"]>("ptr", "cname", "address"),
    name: fc.integer({ min: 0, max: 30 }).map((i) => `n${i}.example`),
    value: fc.constantFrom("192.0.2.1", "192.0.2.2"),
  }).map((given): Edge =>
    given.kind === "cname" ? { ...given, value: "n99.example" } : given
  );
  forAll(
    [fc.array(fc.array(edge, { maxLength: 40 }), { maxLength: 8 })],
    (batches) => {
      using index = new MemoryIndex(20);
      batches.forEach((batch, i) => index.write(batch, i));
      const [first, last] = [ip("0.0.0.0"), ip("255.255.255.255")];
      const rows = index.reader.byAddress({ first, last, limit: 1_000 });
      const named = SEARCH_KINDS.map((kind) =>
        index.all({ kind, match: "middle", keyword: ".example" })
      );
      const ends = [["left", "n"], ["right", "e"]] as const;
      for (const [match, keyword] of ends) {
        const found = SEARCH_KINDS.map((kind) =>
          index.all({ kind, match, keyword }).length
        );
        assert.deepEqual(found, named.map((rows) => rows.length));
      }
      const addresses = rows.filter(({ kind }) => kind === "address").length;
      const total = named.flat().length + addresses;
      const { edge, forward, ...chunks } = counts(index);
      assert.equal(edge, total);
      assert.equal(forward, named.flat().length);
      assert.equal(index.rows, total);
      assert(total <= 20);
      for (const [i, count] of Object.values(chunks).entries()) {
        if (named[i].length === 0) assert.equal(count, 0);
      }
    },
    { numRuns: 60 },
  );
});

test("IndexWriter.write - writes nothing if the batch fails", (index) => {
  index.write([ptr("a.example")]);
  index.db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON forward_name
     BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  assert.throws(() => index.write([ptr("b.example")]), /refused/);
  index.db.exec("DROP TRIGGER refuse");
  assert.equal(index.rows, 1);
  index.write([ptr("c.example")]);
  assert.deepEqual(namesIn(index), ["c.example", "a.example"]);
});

test("IndexWriter.write - keeps its rows on a full disk, and recovers", (index) => {
  index.write([ptr("a.example")]);
  const { page_count } = index.db.prepare("PRAGMA page_count").get()!;
  index.db.exec(`PRAGMA max_page_count = ${page_count}`);
  const many = Array.from({ length: 2_000 }, (_, i) => ptr(`n${i}.example`));
  assert.throws(() => index.write(many, 2), (error) => {
    assert.equal((error as Error).message, "database or disk is full");
    return !isUnusable(error);
  });
  assert.deepEqual([index.rows, index.all(all).length], [1, 1]);
  index.db.exec("PRAGMA max_page_count = 100000");
  index.write(many, 3);
  assert.deepEqual([index.rows, index.all(all).length], [2_001, 2_001]);
});

Deno.test("IndexWriter.write - keeps the file within maxBytes by evicting the least recently seen edges", () => {
  const maxBytes = 4 * 1024 ** 2;
  using index = new MemoryIndex(1_000_000, maxBytes);
  const { random } = seeded();
  const used = () => {
    const { page_count } = index.db.prepare("PRAGMA page_count").get()!;
    return Number(page_count) * 4096;
  };
  let last = "";
  for (let batch = 1; batch <= 60; batch++) {
    const name = () => `${random(240)}.${random(12)}.example`;
    const names = Array.from({ length: 200 }, name);
    last = names[0];
    index.write(names.map((name) => ptr(name)), batch);
    assert(used() <= maxBytes, `batch ${batch}: ${used()}`);
  }
  const { edge } = counts(index);
  assert.equal(index.rows, edge);
  assert(index.rows > 500 && index.rows < 12_000, String(index.rows));
  const found = index.all({ kind: "ptr", match: "left", keyword: last });
  assert.equal(found.length, 1);
});

Deno.test("IndexWriter.write - writes nothing of a batch that does not fit the file", () => {
  using index = new MemoryIndex(1_000_000, 1024 ** 2);
  const { random } = seeded();
  index.write([ptr("first.example")]);
  const many = Array.from({ length: 3_000 }, () => ptr(`${random(240)}.test`));
  assert.throws(() => index.write(many), /full/);
  assert.equal(index.rows, 1);
  index.write([ptr("second.example")]);
  assert.equal(index.rows, 2);
});

/** Reproducible names without common parts. */
function seeded() {
  let state = 1;
  const next = () => state = Math.imul(state, 48_271) >>> 0;
  const random = (length: number) =>
    Array.from({ length }, () => (next() % 36).toString(36)).join("");
  return { random };
}
