import assert from "node:assert/strict";
import { writeUtf8 } from "../../../../lib/ipinfo/export/text_buffer.ts";

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
