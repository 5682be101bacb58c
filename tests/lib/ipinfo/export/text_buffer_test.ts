import assert from "node:assert/strict";
import {
  RecordRows,
  TextBuffer,
  writeUtf8,
} from "../../../../lib/ipinfo/export/text_buffer.ts";

const MIB = 1 << 20;

Deno.test("TextBuffer - hands over what it has once the next text may not fit", () => {
  const written: number[] = [];
  const buffer = new TextBuffer(({ length }) => written.push(length));
  buffer.addBytes(new Uint8Array(MIB - 3));
  buffer.add("a");
  buffer.add("bc");
  buffer.addWritten(MIB - 2, (_, at) => at + 1);
  buffer.addBytes(new Uint8Array(MIB));
  assert.deepEqual(written, [MIB - 2, 3]);
  assert.throws(() => buffer.addBytes(new Uint8Array(MIB + 1)), RangeError);
  buffer.flush();
  buffer.flush();
  assert.deepEqual(written, [MIB - 2, 3, MIB, 0]);
});

Deno.test("RecordRows - equal rows have the same id, also on later pages", () => {
  const rows = new RecordRows();
  const long = "é".repeat(MIB / 3 - 1);
  // The first two have the same hash.
  const texts = ["amoczw\n", "awfbpa\n", long, "c".repeat(MIB / 3 - 1), "d\n"];
  for (const isNew of [true, false]) {
    for (const [i, text] of texts.entries()) {
      assert.deepEqual(rows.idOf(text, ""), { id: i * 2 + 1, isNew });
      assert.deepEqual(rows.idOf(text, "x"), { id: i * 2 + 2, isNew });
    }
  }
  for (const [i, text] of texts.entries()) {
    const bytes = new TextEncoder().encode(text);
    assert.deepEqual(rows.bytesOf(i * 2 + 1), bytes);
    assert.deepEqual(rows.bytesOf(i * 2 + 2), bytes);
  }
  assert.throws(() => rows.idOf(long, "xx"), RangeError);
});

Deno.test("writeUtf8 - writes all characters as TextEncoder does, lone surrogates too", () => {
  const buffer = new Uint8Array(64);
  const edges = [
    ...[0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff],
    ...[0xe000, 0xffff, 0x10000, 0x10ffff],
  ].map((code) => String.fromCodePoint(code));
  for (const first of edges) {
    for (const second of edges) {
      const text = `a${first}${second}z${first}`;
      const end = writeUtf8(text, buffer, 5);
      assert.deepEqual(buffer.slice(5, end), new TextEncoder().encode(text));
    }
  }
});
