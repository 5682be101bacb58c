import assert from "node:assert/strict";
import fc from "fast-check";
import {
  chunkOf,
  chunkQuery,
  chunkText,
  nextChunkStart,
} from "../../../../lib/dns/index/chunk.ts";

Deno.test("chunkOf - sixteen ids per chunk", () =>
  assert.deepEqual([0, 15, 16, 2 ** 40].map(chunkOf), [0, 0, 1, 2 ** 36]));

Deno.test("nextChunkStart - the id itself if it starts a chunk", () =>
  assert.deepEqual([0, 1, 16, 17].map(nextChunkStart), [0, 16, 16, 32]));

Deno.test("chunkQuery - every trigram once, quoted", () => {
  assert.equal(chunkQuery("com"), '"com"');
  assert.equal(chunkQuery("a.b.c"), '"a.b" ".b." "b.c"');
  assert.equal(chunkQuery("aaaaaa"), '"aaa"');
  assert.equal(chunkQuery('x"*'), '"x""*"');
  assert.equal(chunkQuery("😀éa-"), '"😀éa" "éa-"');
});

Deno.test("chunkQuery - a bounded number of trigrams for a long keyword", () => {
  const nth = (_: unknown, i: number) => String.fromCodePoint(0x4e00 + i);
  const keyword = Array.from({ length: 1_000 }, nth).join("");
  assert.equal(chunkQuery(keyword).split(" ").length, 32);
});

Deno.test("chunkQuery, chunkText - NUL is replaced, because FTS5 would stop there", () => {
  assert.equal(chunkQuery("a\0b"), '"a\ufffdb"');
  assert.equal(chunkText(["a\0b", "c"]), "a\ufffdb\nc");
});

Deno.test("chunkText - a shared start and ending once, and the characters overlapping them", () => {
  const names = ["a1.dsl.example", "b12.dsl.example", "b12.dsl.example", "c"];
  assert.equal(chunkText(names), "a1.dsl.example\nb12.dsl.\n\nc");
  const hosts = ["host-10-20.dsl.example", "host-10-31.dsl.example"];
  assert.equal(chunkText(hosts), "host-10-20.dsl.example\nt-10-31.dsl.");
});

Deno.test("chunkText - contains every trigram of every name", () => {
  const unit = fc.constantFrom("a", "b", ".", "é", "😀", "😁", "\u{10f600}");
  const name = fc.string({ unit, minLength: 1, maxLength: 12 });
  fc.assert(fc.property(fc.array(name, { maxLength: 8 }), (names) => {
    const text = Array.from(chunkText(names));
    const there = new Set(text.map((_, i) => text.slice(i, i + 3).join("")));
    for (const characters of names.map((given) => Array.from(given))) {
      for (let i = 0; i + 3 <= characters.length; i++) {
        const trigram = characters.slice(i, i + 3).join("");
        assert(there.has(trigram), trigram);
      }
    }
  }));
});
