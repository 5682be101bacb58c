import assert from "node:assert/strict";
import type { Edge } from "../../../../lib/dns/index/edge.ts";
import { Eviction } from "../../../../lib/dns/index/eviction.ts";
import { MemoryIndex } from "./memory_index.ts";

const ptr = (name: string): Edge => ({
  kind: "ptr",
  name,
  value: "192.0.2.1",
});
const middle = { kind: "ptr", match: "middle", keyword: ".example" } as const;
const namesIn = (index: MemoryIndex) =>
  index.all(middle).map(({ name }) => name);

function chunks(index: MemoryIndex) {
  return index.db.prepare("SELECT count(*) AS n FROM names_ptr").get()!.n;
}

Deno.test("Eviction.evict - by when they were last seen, then by age", () => {
  using index = new MemoryIndex();
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

Deno.test("Eviction.evict - nothing for a count that is not above zero", () => {
  using index = new MemoryIndex();
  index.write([ptr("a.example")]);
  const eviction = new Eviction(index.db);
  assert.deepEqual([eviction.evict(0), eviction.evict(-5)], [0, 0]);
  assert.deepEqual(namesIn(index), ["a.example"]);
});

Deno.test("Eviction.evict - no more than there are", () => {
  using index = new MemoryIndex();
  index.write([ptr("a.example"), { ...ptr("b.example"), kind: "address" }]);
  assert.equal(new Eviction(index.db).evict(9), 2);
  assert.deepEqual([namesIn(index), chunks(index)], [[], 0]);
});

Deno.test("Eviction.evict - no more than 20,000 at once", () => {
  using index = new MemoryIndex();
  index.write(Array.from({ length: 20_001 }, (_, i) => ptr(`${i}.example`)));
  const eviction = new Eviction(index.db);
  assert.equal(eviction.evict(20_001), 20_000);
  assert.equal(eviction.evict(1), 1);
  assert.deepEqual([namesIn(index), chunks(index)], [[], 0]);
});

Deno.test("Eviction.evict - a chunk stays as long as one of its names", () => {
  using index = new MemoryIndex();
  index.write([ptr("a.example"), ptr("b.example")]);
  index.write([ptr("b.example")], 2);
  const eviction = new Eviction(index.db);
  eviction.evict(1);
  assert.deepEqual([namesIn(index), chunks(index)], [["b.example"], 1]);
  eviction.evict(1);
  assert.deepEqual([namesIn(index), chunks(index)], [[], 0]);
});

Deno.test("Eviction.evict - between two pages, the next begins where the first ended", () => {
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
    assert.deepEqual(
      index.page(pattern, first.next, 100).rows,
      rest.filter(({ name }) => left.has(name)),
    );
  }
});
