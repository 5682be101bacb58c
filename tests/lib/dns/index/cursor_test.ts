import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import {
  formatCursor,
  InvalidCursorError,
  type Match,
  parseCursor,
  type Pattern,
} from "../../../../lib/dns/index/cursor.ts";
import type { SearchKind } from "../../../../lib/dns/index/edge.ts";

const octets = (text: string) => new Uint8Array(Buffer.from(text));
const none = new Uint8Array(0);
const left: Pattern = { kind: "ptr", match: "left", keyword: "www" };
const middle: Pattern = { kind: "ptr", match: "middle", keyword: "www" };
const right: Pattern = { kind: "ptr", match: "right", keyword: ".com" };
const leftAt = { id: 9, name: octets("www.a"), value: none };
const middleAt = { id: 2 ** 40 + 7, name: none, value: none };
const rightAt = { id: 0, name: octets("moc.a"), value: octets("\x04abcd") };

Deno.test("parseCursor - gives back each position", () => {
  for (
    const [pattern, at] of [
      [left, leftAt],
      [middle, middleAt],
      [right, rightAt],
    ] as const
  ) {
    const text = formatCursor(pattern, at);
    assert.match(text, /^[\w-]+$/);
    assert.deepEqual(parseCursor(pattern, text), at);
  }
});

Deno.test("parseCursor - refuses the cursor of another search", () => {
  const text = formatCursor(left, leftAt);
  for (
    const other of [
      { ...left, kind: "cname" },
      { ...left, match: "right" },
      { ...left, match: "middle" },
      { ...left, keyword: "wwx" },
    ] as const
  ) {
    assert.throws(() => parseCursor(other, text), InvalidCursorError);
  }
  const suffix = formatCursor(right, rightAt);
  assert.throws(
    () => parseCursor({ ...right, keyword: ".net" }, suffix),
    InvalidCursorError,
  );
});

Deno.test("parseCursor - refuses parts that its match does not have", () => {
  for (
    const [pattern, at] of [
      [left, { ...leftAt, value: octets("w") }],
      [middle, { ...middleAt, name: octets("www") }],
      [middle, { ...middleAt, value: octets("w") }],
      [right, { ...rightAt, id: 1 }],
    ] as const
  ) {
    const text = formatCursor(pattern, at);
    assert.throws(() => parseCursor(pattern, text), InvalidCursorError);
  }
});

Deno.test("parseCursor - refuses an id beyond what a number holds", () => {
  const head = Buffer.alloc(11, 0xff);
  head[0] = 1;
  head.writeUInt16BE(0, 9);
  assert.throws(
    () => parseCursor(middle, head.toString("base64url")),
    InvalidCursorError,
  );
});

Deno.test("parseCursor - refuses a name that is cut off", () => {
  const text = formatCursor(left, leftAt);
  const cut = Buffer.from(text, "base64url").subarray(0, 12);
  assert.throws(
    () => parseCursor(left, cut.toString("base64url")),
    InvalidCursorError,
  );
});

Deno.test("parseCursor - any text is a position of the search or refused", () => {
  const pattern = fc.record({
    kind: fc.constantFrom<SearchKind>("ptr", "cname"),
    match: fc.constantFrom<Match>("left", "middle", "right"),
    keyword: fc.constantFrom("a", "ab", "\0"),
  });
  const mark = fc.constantFrom(0, 1, 2, 16, 17, 18, 99);
  const text = fc.oneof(
    fc.string(),
    fc.tuple(mark, fc.uint8Array({ maxLength: 20 })).map(([first, rest]) =>
      Buffer.from([first, ...rest]).toString("base64url")
    ),
  );
  fc.assert(fc.property(pattern, text, (search, given) => {
    try {
      const at = parseCursor(search, given);
      assert.equal(formatCursor(search, at), given);
    } catch (error) {
      assert(error instanceof InvalidCursorError);
    }
  }));
});
