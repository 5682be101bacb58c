import assert from "node:assert/strict";
import { MmdbValues, readMetadata } from "../../../lib/data/mmdb_format.ts";
import { MemoryBytes } from "../../../lib/data/paged_bytes.ts";
import { writeMmdb } from "../../support/mmdb.ts";

const valueOf = (...bytes: number[]) => {
  const memory = new MemoryBytes(Uint8Array.from(bytes));
  return new MmdbValues(memory, 0).decode(0);
};

Deno.test("MmdbValues.decode - integers, floats, texts and bytes", () => {
  assert.equal(valueOf(0xa2, 0x12, 0x34), 0x1234);
  assert.equal(valueOf(0xc4, 0xff, 0xff, 0xff, 0xff), 0xffff_ffff);
  assert.equal(valueOf(0x04, 0x01, 0xff, 0xff, 0xff, 0xfe), -2);
  assert.equal(valueOf(0x02, 0x01, 0xff, 0xff), 0xffff);
  assert.equal(valueOf(0x05, 0x02, 1, 0, 0, 0, 0), 2 ** 32);
  assert.deepEqual(valueOf(0x02, 0x04, 0x00, 0x07, 0x01, 0x07), [false, true]);
  assert.equal(valueOf(0x04, 0x08, 0x3f, 0xc0, 0, 0), 1.5);
  assert.equal(valueOf(0x5d, 0, ...Array(29).fill(0x61)), "a".repeat(29));
  assert.deepEqual(valueOf(0x82, 7, 8), Uint8Array.of(7, 8));
  // An array of a text, and of a pointer to it.
  assert.deepEqual(valueOf(0x02, 0x04, 0x41, 0x61, 0x20, 2), ["a", "a"]);
});

Deno.test("MmdbValues.decode - pointers of one to four bytes", () => {
  const pointers = [
    [[0x21, 5], 0x105],
    [[0x28, 0, 1], 2_048 + 1],
    [[0x29, 0, 1], 2_048 + 0x10001],
    [[0x30, 0, 0, 1], 526_336 + 1],
    [[0x31, 0, 0, 1], 526_336 + 0x1000001],
    // The lower bits of the control byte are ignored.
    [[0x3f, 0, 0, 1, 2], 0x102],
  ] as const;
  for (const [pointer, target] of pointers) {
    const bytes = new Uint8Array(target + 2);
    bytes.set(pointer);
    bytes.set([0xa1, 42], target);
    const values = new MmdbValues(new MemoryBytes(bytes), 0);
    assert.equal(values.decode(0), 42, String(pointer));
  }
});

Deno.test("MmdbValues.decode - throws for damaged values", () => {
  const wide = [0x1f, 0x04, 0xff, 0xff, 0xff, ...Array(2_000).fill(0xa0)];
  const cases = [
    ["a record is too large", [0x20, 0]],
    ["a record is too large", wide],
    ["it is truncated", [0x45, 0x61]],
    ["it is truncated", []],
    ["it is truncated", [0x20, 9]],
    ["unknown type 12", [0x00, 0x05]],
    ["a key is not text", [0xe1, 0xa0, 0xa0]],
    ["a number of 2 bytes", [0x62, 0, 0]],
  ] as const;
  for (const [message, bytes] of cases) {
    const error = { name: "Error", message };
    assert.throws(() => valueOf(...bytes), error, String(bytes));
  }
});

Deno.test("MmdbValues.decode - arrays and maps of up to 16 levels", () => {
  const array = [0x01, 0x04];
  const map = [0xe1, 0x41, 0x61];
  for (const [outer, opens] of [[array, "["], [map, '{"a":']] as const) {
    const nested = (levels: number) =>
      valueOf(...Array(levels).fill(outer).flat(), 0xa0);
    const text = JSON.stringify(nested(16));
    assert(text.startsWith(opens.repeat(16) + "0"), text);
    assert.throws(() => nested(17), /^Error: a record is too large$/);
  }
});

Deno.test("MmdbValues.membersOf - where the keys and values of a map are", () => {
  // A map of a to true, and a text.
  const bytes = [0xe1, 0x41, 0x61, 0x01, 0x07, 0x41, 0x62];
  const values = new MmdbValues(new MemoryBytes(Uint8Array.from(bytes)), 0);
  const places = new Uint32Array(2);
  assert.equal(values.membersOf(0, places), 2);
  assert.deepEqual([...places].map((at) => values.valueAt(at)), ["a", true]);
  assert.equal(values.membersOf(0, new Uint32Array(1)), 0);
  assert.equal(values.membersOf(5, places), 0);
});

Deno.test("readMetadata - reads what a file has, and refuses what is not a database", () => {
  const read = (options: Parameters<typeof writeMmdb>[1]) =>
    readMetadata(new MemoryBytes(writeMmdb([["1", { a: "x" }]], options)));
  for (const ipVersion of [4, 6] as const) {
    for (const recordSize of [24, 28, 32] as const) {
      const same = { type: "a", ipVersion, recordSize };
      assert.deepEqual({ ...read({ ...same, buildEpoch: 1_780_666_922 }) }, {
        ...same,
        nodeCount: 1,
        treeBytes: recordSize / 4,
        builtAt: 1_780_666_922_000,
      });
    }
  }
  const cannot = (why: string) => ({ message: `Cannot open the MMDB: ${why}` });
  const cases = [
    [{ majorVersion: 3 }, "format 3 is not 2"],
    [{ buildEpoch: 0 }, "it has no build time"],
    [{ ipVersion: 5 as 4 }, "IP version 5 is neither 4 nor 6"],
    [{ recordSize: 20 as 24 }, "its record size is 20"],
  ] as const;
  for (const [options, why] of cases) {
    assert.throws(() => read(options), cannot(why));
  }
});
