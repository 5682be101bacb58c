import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FileBytes,
  MemoryBytes,
  PagedBytes,
} from "../../../lib/data/paged_bytes.ts";
import { forAll } from "../../support/for_all.ts";
import { tempFolder } from "../../support/temp_folder.ts";

/** Some pages, each with other bytes. */
const length = 3 * 32_768 + 5;
const bytes = Uint8Array.from({ length }, (_, i) => i * 31 ^ i >>> 8);

function source() {
  const reads: number[] = [];
  return {
    reads,
    size: bytes.length,
    readAt(at: number, into: Uint8Array) {
      assert(at + into.length <= bytes.length);
      reads.push(into.length);
      into.set(bytes.subarray(at, at + into.length));
    },
  };
}

const truncated = { message: "it is truncated" };
const offset = fc.nat({ max: bytes.length - 1 });

Deno.test("PagedBytes - has the same bytes as memory, in any order", () =>
  forAll([fc.array(fc.tuple(offset, fc.nat({ max: 70_000 })))], (all) => {
    const [paged, memory] = [
      new PagedBytes(source(), 2),
      new MemoryBytes(bytes),
    ];
    for (const [start, length] of all) {
      const end = Math.min(start + length, bytes.length);
      assert.equal(paged.at(start), memory.at(start));
      const at = Math.min(start, bytes.length - 4);
      const word = new DataView(bytes.buffer).getUint32(at);
      assert.deepEqual([paged.word(at), memory.word(at)], [word, word]);
      const [one, other] = [paged, memory]
        .map((all) => Uint8Array.from(all.slice(start, end)));
      assert.deepEqual(one, other);
    }
  }, { numRuns: 50 }));

Deno.test("PagedBytes.slice - reads nothing for an empty text", () => {
  const file = source();
  assert.equal(new PagedBytes(file).slice(40_000, 40_000).length, 0);
  assert.deepEqual(file.reads, []);
});

Deno.test("PagedBytes.slice - reads a page once, and bytes of two pages alone", () => {
  const file = source();
  const paged = new PagedBytes(file);
  for (const start of [10, 20]) paged.slice(start, 32_768);
  assert.deepEqual(file.reads, [32_768]);
  paged.slice(32_760, 32_769);
  for (const offset of [40_000, 10]) paged.at(offset);
  assert.deepEqual(file.reads, [32_768, 9, 32_768]);
});

Deno.test("PagedBytes.release - reads pages again", () => {
  const file = source();
  const paged = new PagedBytes(file);
  const slice = paged.slice(10, 20);
  paged.release();
  assert.equal(slice.length, 0);
  assert.deepEqual(paged.slice(10, 20), bytes.slice(10, 20));
  assert.deepEqual(file.reads, [32_768, 32_768]);
});

Deno.test("FileBytes.readAt - reads from an offset, and throws beyond the end", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/a`;
  await Deno.writeFile(path, bytes);
  using file = new FileBytes(path);
  assert.equal(file.size, bytes.length);
  const into = new Uint8Array(40_000);
  file.readAt(50_000, into);
  assert.deepEqual(into, bytes.slice(50_000, 90_000));
  assert.throws(() => file.readAt(bytes.length - 39_999, into), truncated);
});

Deno.test("PagedBytes - is truncated beyond the end", () => {
  const paged = new PagedBytes(source());
  assert.throws(() => paged.at(length), truncated);
  assert.throws(() => paged.word(length - 3), truncated);
  assert.throws(() => new MemoryBytes(bytes).word(length - 3), truncated);
  assert.throws(() => paged.slice(0, length + 1), truncated);
});

Deno.test("PagedBytes - of at most 2 GiB", () => {
  const sized = (size: number) => new PagedBytes({ ...source(), size }, 1);
  assert.equal(sized(0x7fff_ffff).size, 0x7fff_ffff);
  const error = { message: "it is larger than 2 GiB" };
  assert.throws(() => sized(0x8000_0000), error);
});
