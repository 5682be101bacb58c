import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ColumnFormat,
  ColumnReader,
  encodeColumnFile,
  PartialColumnFile,
  readColumnFile,
  writeColumnFile,
} from "../../../../lib/data/columns/column_file.ts";
import { forAllAsync } from "../../../support/for_all.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

const layout = { magic: "PSAM", version: 3, columnCount: 3 };
const format: ColumnFormat = { name: "sample", ...layout };
const cannot = (why: string) => ({ message: `Cannot load the sample: ${why}` });
const builtAt = Date.UTC(2026, 5, 17, 19);
const columns = [
  Uint32Array.of(1, 0xffff_ffff),
  // Not aligned.
  Uint16Array.of(1, 2, 3, 0xffff).subarray(1),
  Uint8Array.of(4),
];
const encode = () => encodeColumnFile(format, builtAt, columns);

Deno.test("readColumnFile - reads the output of encodeColumnFile", () => {
  const { builtAt: at, columns } = readColumnFile(encode(), format);
  assert.equal(at, builtAt);
  assert.deepEqual(columns.words(), Uint32Array.of(1, 0xffff_ffff));
  assert.deepEqual(columns.halfWords(), Uint16Array.of(2, 3, 0xffff));
  assert.deepEqual([...columns.bytes()], [4]);
});

Deno.test("readColumnFile - copies only bytes that are not aligned", () => {
  const bytes = encode();
  const words = readColumnFile(bytes, format).columns.words();
  assert.equal(words.buffer, bytes.buffer);
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  const { columns: copied } = readColumnFile(shifted.subarray(1), format);
  assert.deepEqual(copied.words(), words);
});

Deno.test("readColumnFile - throws for anything but a complete file of the format", () => {
  const bytes = encode();
  const cases = [
    [bytes.slice(0, 27), {}, "27 bytes are too few for a header"],
    [bytes, { magic: "PXYZ" }, "it does not begin with PXYZ"],
    [bytes, { version: 4 }, "version 3 is not 4"],
    [bytes, { columnCount: 2 }, "3 columns are not 2"],
    [bytes.slice(0, -4), {}, "it has 52 bytes, its header says 56"],
  ] as const;
  for (const [changed, more, why] of cases) {
    const read = () => readColumnFile(changed, { ...format, ...more });
    assert.throws(read, cannot(why));
  }
});

Deno.test("PartialColumnFile - reads parts of columns, and only of a complete file", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/a`;
  await writeColumnFile(path, { format, builtAt, columns });
  {
    using file = await PartialColumnFile.open(path, format);
    const read = [await file.read(0, 4, 8), await file.read(1)];
    const columns = new ColumnReader(read);
    assert.deepEqual(columns.words(), Uint32Array.of(0xffff_ffff));
    assert.deepEqual(columns.halfWords(), Uint16Array.of(2, 3, 0xffff));
    await assert.rejects(file.read(2, 0, 2), {
      message: "Cannot read 2 bytes from 0: the column of the sample has 1",
    });
  }
  const cases = [
    [encode().slice(0, -4), "it has 52 bytes, its header says 56"],
    [new Uint8Array(27), "27 bytes are too few for a header"],
  ] as const;
  for (const [bytes, why] of cases) {
    await Deno.writeFile(path, bytes);
    const opening = PartialColumnFile.open(path, format);
    await assert.rejects(opening, cannot(why));
  }
});

Deno.test("readColumnFile, PartialColumnFile.verify - throw for any changed byte", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/a`;
  const bytes = encode();
  await Deno.writeFile(path, bytes);
  {
    using file = await PartialColumnFile.open(path, format);
    await file.verify();
  }
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
  await forAllAsync([fc.array(change)], async (changes) => {
    const changed = bytes.slice();
    for (const [at, value] of changes) changed[at] = value;
    const isSame = changed.every((byte, i) => byte === bytes[i]);
    // Without a checksum, the build time could have any value.
    const expected = isSame ? undefined : /^Error: Cannot load the sample: /;
    await outcome(() => readColumnFile(changed, format), expected);
    await Deno.writeFile(path, changed);
    await outcome(async () => {
      using file = await PartialColumnFile.open(path, format);
      await file.verify();
    }, expected);
  });
});

async function outcome(run: () => unknown, expected: RegExp | undefined) {
  const running = Promise.resolve().then(run);
  if (expected) await assert.rejects(running, expected);
  else await running;
}

Deno.test("encodeColumnFile - throws for another number of columns", () => {
  const error = { message: "Cannot encode 0 columns" };
  assert.throws(() => encodeColumnFile(format, builtAt, []), error);
});
