import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FileBytes,
  MemoryBytes,
  PagedBytes,
} from "../../../lib/data/paged_bytes.ts";
import { forAll } from "../../support/for_all.ts";

/** Some pages, each with other bytes. */
const bytes = Uint8Array.from(
  { length: 3 * 32_768 + 5 },
  (_, i) => i * 31 ^ i >>> 8,
);

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

const offset = fc.nat({ max: bytes.length - 1 });

Deno.test("PagedBytes - has the same bytes as memory, in any order", () =>
  forAll([fc.array(fc.tuple(offset, fc.nat({ max: 70_000 })))], (all) => {
    const [paged, memory] = [new PagedBytes(source()), new MemoryBytes(bytes)];
    for (const [start, length] of all) {
      const end = Math.min(start + length, bytes.length);
      assert.equal(paged.at(start), memory.at(start));
      const word = new DataView(bytes.buffer)
        .getUint32(Math.min(start, bytes.length - 4));
      for (const all of [paged, memory]) {
        assert.equal(all.word(Math.min(start, bytes.length - 4)), word);
      }
      assert.deepEqual(
        Uint8Array.from(paged.slice(start, end)),
        Uint8Array.from(memory.slice(start, end)),
      );
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
  assert.deepEqual(file.reads, [32_768, 9]);
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
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeFile(path, bytes);
    using file = new FileBytes(path);
    assert.equal(file.size, bytes.length);
    const into = new Uint8Array(40_000);
    file.readAt(50_000, into);
    assert.deepEqual(into, bytes.slice(50_000, 90_000));
    assert.throws(() => file.readAt(bytes.length - 39_999, into), {
      message: "it is truncated",
    });
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("PagedBytes - is truncated beyond the end", () => {
  const paged = new PagedBytes(source());
  const error = { message: "it is truncated" };
  assert.throws(() => paged.at(bytes.length), error);
  assert.throws(() => paged.word(bytes.length - 3), error);
  assert.throws(() => new MemoryBytes(bytes).word(bytes.length - 3), error);
  assert.throws(() => paged.slice(0, bytes.length + 1), error);
});

Deno.test("PagedBytes - of at most 2 GiB", () => {
  const sized = (size: number) => new PagedBytes({ ...source(), size }, 1);
  assert.equal(sized(0x7fff_ffff).size, 0x7fff_ffff);
  assert.throws(() => sized(0x8000_0000), {
    message: "it is larger than 2 GiB",
  });
});
