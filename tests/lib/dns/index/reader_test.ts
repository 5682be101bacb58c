import assert from "node:assert/strict";
import fc from "fast-check";
import type { Match, Pattern } from "../../../../lib/dns/index/cursor.ts";
import {
  type Edge,
  type IndexRow,
  normalizeName,
  SEARCH_KINDS,
  type SearchKind,
} from "../../../../lib/dns/index/edge.ts";
import { ip } from "../../../support/address.ts";
import { MemoryIndex, ptr } from "./memory_index.ts";
import { forAll } from "../../../support/for_all.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(() => new MemoryIndex());

const seenAt = (ms: number) => ({ firstSeenMs: ms, lastSeenMs: ms });
const names = (rows: readonly { name: string }[]) =>
  rows.map(({ name }) => name);
function search(match: Match, keyword: string): Pattern {
  return { kind: "ptr", match, keyword };
}
const namesAndValues = (rows: readonly IndexRow[]) =>
  rows.map(({ name, value }) => [name, value]);
const MATCHES = ["left", "middle", "right"] as const;

test("IndexReader.page - left is sorted by name, then by id", (index) => {
  const others = ["ww.a", "a.www.a"].map((name) => ptr(name));
  index.write([ptr("www.b"), ptr("www.a", "192.0.2.10"), ...others]);
  index.write([ptr("www.a", "192.0.2.9")]);
  const rows = index.all(search("left", "www"), 1);
  assert.deepEqual(
    namesAndValues(rows),
    [["www.a", "192.0.2.10"], ["www.a", "192.0.2.9"], ["www.b", "192.0.2.1"]],
  );
});

test("IndexReader.page - right is sorted by reversed name, then by value", (index) => {
  index.write(["b.x.com", "z.a.com", "com.net", "a.x.com"].map((n) => ptr(n)));
  index.write([ptr("z.a.com", "192.0.2.0")]);
  const rows = index.all(search("right", ".com"), 1);
  assert.deepEqual(namesAndValues(rows), [
    ["z.a.com", "192.0.2.0"],
    ["z.a.com", "192.0.2.1"],
    ["a.x.com", "192.0.2.1"],
    ["b.x.com", "192.0.2.1"],
  ]);
});

test("IndexReader.page - middle has the newest row first", (index) => {
  for (const name of ["one.com", "two.com", "three.net", "com.four"]) {
    index.write([ptr(name)]);
  }
  index.write([ptr("one.com")], 2);
  const found = names(index.all(search("middle", "com"), 1));
  assert.deepEqual(found, ["com.four", "two.com", "one.com"]);
});

test("IndexReader.page - the total is exact up to a thousand, otherwise null", (index) => {
  index.write(Array.from({ length: 1_000 }, (_, i) => ptr(`a${i}.com`)));
  const totals = (...keywords: string[]) =>
    keywords.map((keyword, i) =>
      index.page(search(MATCHES[i], keyword), null, 100).total
    );
  assert.deepEqual(totals("a", ".com", "com"), [1_000, 1_000, 1_000]);
  assert.deepEqual(totals("b", "123", "99.com"), [0, 1, 10]);
  index.write([ptr("a.com")]);
  assert.deepEqual(totals("a", ".com", "com"), [null, null, null]);
});

test("IndexReader.page - the total is the same on every page", (index) => {
  index.write(["a.com", "b.com", "c.com"].map((name) => ptr(name)));
  const first = index.page(search("right", ".com"), null, 2);
  assert.equal(first.total, 3);
  const { rows, ...rest } = index.page(search("right", ".com"), first.next, 2);
  assert.deepEqual(rest, { next: null, total: 3 });
  assert.deepEqual(names(rows), ["c.com"]);
});

for (const match of MATCHES) {
  test(`IndexReader.page - a page of exactly the limit is the last (${match})`, (index) => {
    const all = ["a.com.com", "b.com.com", "c.com.com"];
    index.write(all.map((name) => ptr(name)));
    const pattern = search(match, match === "left" ? "" : "com");
    const found = [...all];
    // The newest row first.
    if (match === "middle") found.reverse();
    const whole = index.page(pattern, null, 3);
    assert.deepEqual([names(whole.rows), whole.next], [found, null]);
    const first = index.page(pattern, null, 2);
    assert.deepEqual(names(first.rows), found.slice(0, 2));
    assert.notEqual(first.next, null);
    const last = index.page(pattern, first.next, 1);
    assert.deepEqual([names(last.rows), last.next], [found.slice(2), null]);
  });
}

test("IndexReader.page - finds only rows of the kind", (index) => {
  index.write([
    ptr("www.a.com"),
    { kind: "cname", name: "www.a.com", value: "Edge.Example.NET" },
    { kind: "address", name: "www.a.com", value: "192.0.2.7" },
  ]);
  const found = { name: "www.a.com", ...seenAt(1) };
  for (const match of MATCHES) {
    const keyword = match === "right" ? "com" : "www";
    const expected = [{ kind: "cname", value: "edge.example.net", ...found }];
    assert.deepEqual(index.all({ kind: "cname", match, keyword }), expected);
    const actual = index.all({ kind: "ptr", match, keyword });
    assert.deepEqual(actual, [{ kind: "ptr", value: "192.0.2.1", ...found }]);
  }
});

test("IndexReader.page - finds a CNAME by both of its names", (index) => {
  index.write([
    { kind: "cname", name: "Edge.CDN.example", value: "WWW.shop.test" },
    { kind: "cname", name: "edge.cdn.example", value: "www.other.test" },
  ]);
  const of = (kind: SearchKind, match: Match, keyword: string) =>
    index.all({ kind, match, keyword });
  const [name, value] = ["www.shop.test", "edge.cdn.example"];
  const found = [{ kind: "alias", name, value, ...seenAt(1) }];
  for (const [i, keyword] of ["www.shop", "shop", "shop.test"].entries()) {
    assert.deepEqual(of("alias", MATCHES[i], keyword), found);
    assert.deepEqual(of("cname", MATCHES[i], keyword), []);
  }
  for (const [i, keyword] of ["edge", "cdn", "example"].entries()) {
    const values = of("cname", MATCHES[i], keyword).map(({ value }) => value);
    assert.deepEqual(values.sort(), ["www.other.test", "www.shop.test"]);
    assert.deepEqual(of("alias", MATCHES[i], keyword), []);
  }
});

test("IndexReader.page - treats hostile names as plain text", (index) => {
  const hostile = [
    "<script>alert(1)</script>.example",
    "x".repeat(63) + "." + "y".repeat(191),
    "nul\0inside",
    "line\nbreak\r\t\x1b[31m",
    "100%_sure",
    'it\'s "quoted" `here`',
    "near(a b) and not or*",
    "-minus:colon^caret{brace}+plus",
    "\\032\\000escaped",
    // 255 octets on the wire, all escaped.
    [63, 63, 63, 61].map((n) => "\\001".repeat(n)).join("."),
    "bücher.example.日本語",
    "smile-😀-\u{10ffff}\u{10ffff}",
  ];
  index.write(hostile.map((name) => ptr(name)));
  for (const name of hostile) {
    for (const match of MATCHES) {
      assert.deepEqual(names(index.all(search(match, name))), [name]);
    }
    const inside = Array.from(name).slice(1, 5).join("");
    assert.deepEqual(names(index.all(search("middle", inside))), [name]);
  }
  for (const keyword of ["%%%", "___", "x%y", "a*b", "a OR", "NEAR", '"""']) {
    assert.deepEqual(index.all(search("middle", keyword)), []);
  }
});

test("IndexReader.byAddress - PTR and address rows, sorted by address and id", (index) => {
  index.write([ptr("b.example", "192.0.2.2")]);
  index.write([{ ...ptr("a.example", "192.0.2.2"), kind: "address" }]);
  index.write([
    ptr("v6.example", "2001:db8::5"),
    ptr("first.example", "192.0.2.1"),
    ptr("outside.example", "192.0.3.0"),
    { ...ptr("alias.example", "192.0.2.2"), kind: "cname" },
  ]);
  const range = (first: string, last: string, limit = 10) =>
    names(index.reader.byAddress({ first: ip(first), last: ip(last), limit }));
  const found = range("192.0.2.0", "192.0.2.255");
  assert.deepEqual(found, ["first.example", "b.example", "a.example"]);
  assert.deepEqual(range("192.0.2.2", "192.0.2.2", 1), ["b.example"]);
  assert.deepEqual(range("2001:db8::", "2001:db8::ffff"), ["v6.example"]);
});

const characters = ["a", "b", "B", ".", "-", "%", "_", '"', "'", "*", ":", "("]
  .concat("\0", "\n", "\\", "é", "😀", "\ufffd");
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const edge = fc.record({
  kind: fc.constantFrom("ptr" as const, "cname" as const),
  name: text(1, 8),
  value: fc.constantFrom("192.0.2.1", "2001:db8::1"),
});
const edges = fc.array(edge, { maxLength: 60 });

const fits: Record<Match, (name: string, keyword: string) => boolean> = {
  left: (name, keyword) => name.startsWith(keyword),
  middle: (name, keyword) => name.includes(keyword),
  right: (name, keyword) => name.endsWith(keyword),
};

type IndexedName = Omit<IndexRow, "firstSeenMs" | "lastSeenMs">;

/** The expected rows of a search, from a linear search. */
function naive(given: readonly Edge[], pattern: Pattern): string[] {
  const found = given
    .flatMap((row): IndexedName[] => {
      const name = normalizeName(row.name)!;
      return row.kind === "cname"
        ? [{ ...row, name }, { kind: "alias", name: row.value, value: name }]
        : [{ ...row, name }];
    })
    .filter(({ kind, name }) =>
      kind === pattern.kind && fits[pattern.match](name, pattern.keyword)
    );
  return [...new Set(found.map(identity))].sort();
}

const identity = ({ name, value }: Pick<Edge, "name" | "value">) =>
  `${name} -> ${value}`;

/** A part of a name: a keyword that is likely to match. */
function keywordFrom(part: string, match: Match, given: readonly Edge[]) {
  const { name } = given[part.length % Math.max(1, given.length)] ??
    ptr(part);
  const characters = Array.from(name);
  const least = match === "middle" ? 3 : 1;
  const length = Math.max(least, part.length % 4);
  const cut = match === "left"
    ? characters.slice(0, length)
    : match === "right"
    ? characters.slice(-length)
    : characters.slice(part.length % 3, part.length % 3 + length);
  return normalizeName(cut.length < least ? part + "aaa" : cut.join(""))!;
}

Deno.test("IndexReader.page - agrees with a linear search", () => {
  forAll([
    edges,
    edges,
    text(1, 6),
    fc.constantFrom(...MATCHES),
    fc.constantFrom<SearchKind>(...SEARCH_KINDS),
    fc.integer({ min: 1, max: 20 }),
  ], (first, second, part, match, kind, limit) => {
    using index = new MemoryIndex();
    index.write(first);
    index.write(second, 2);
    const all = [...first, ...second];
    const pattern = { kind, match, keyword: keywordFrom(part, match, all) };
    const expected = naive(all, pattern);
    assert.deepEqual(index.all(pattern, limit).map(identity).sort(), expected);
    assert.equal(index.page(pattern, null, limit).total, expected.length);
  }, { numRuns: 150 });
});

Deno.test("IndexReader.page - rows added between pages do not affect other rows", () => {
  forAll([
    edges,
    fc.array(edges, { maxLength: 6 }),
    text(1, 6),
    fc.constantFrom(...MATCHES),
    fc.integer({ min: 1, max: 5 }),
  ], (first, later, part, match, limit) => {
    using index = new MemoryIndex();
    index.write(first);
    const keyword = keywordFrom(part, match, first);
    const pattern: Pattern = { kind: "ptr", match, keyword };
    let written = 0;
    const found = index.all(pattern, limit, () => {
      const batch = later[written++];
      if (batch) index.write(batch, written);
    }).map(identity);
    assert.equal(new Set(found).size, found.length);
    const there = new Set(found);
    for (const row of naive(first, pattern)) assert(there.has(row), row);
    const possible = new Set(naive([...first, ...later.flat()], pattern));
    for (const row of found) assert(possible.has(row), row);
  }, { numRuns: 150 });
});

test("IndexReader.page - pages over many chunks are complete", (index) => {
  const given = Array.from(
    { length: 700 },
    (_, i) => ptr(i % 3 === 0 ? `a${i}.dsl.example` : `b${i}.cable.example`),
  );
  index.write(given.slice(0, 300));
  for (const row of given.slice(300)) index.write([row]);
  for (const limit of [1, 15, 16, 17, 100]) {
    const found = names(index.all(search("middle", "dsl"), limit));
    assert.equal(found.length, 234);
    assert.equal(new Set(found).size, 234);
  }
});
