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

/** Each search with a position in it. */
const positions = [[left, leftAt], [middle, middleAt], [
  right,
  rightAt,
]] as const;

Deno.test("parseCursor - reads the output of formatCursor", () => {
  for (const [pattern, at] of positions) {
    const text = formatCursor(pattern, at);
    assert.match(text, /^[\w-]+$/);
    assert.deepEqual(parseCursor(pattern, text), at);
  }
});

function assertRefused(pattern: Pattern, text: string) {
  assert.throws(() => parseCursor(pattern, text), InvalidCursorError, text);
}

Deno.test("parseCursor - throws for the cursor of another search", () => {
  const text = formatCursor(left, leftAt);
  const others = [
    { ...left, kind: "cname" },
    { ...left, kind: "alias" },
    { ...left, match: "right" },
    { ...left, match: "middle" },
    { ...left, keyword: "wwx" },
  ] as const;
  for (const other of others) assertRefused(other, text);
  assertRefused({ ...right, keyword: ".net" }, formatCursor(right, rightAt));
});

Deno.test("parseCursor - throws for parts that the match does not use", () => {
  const cases = [
    [left, { ...leftAt, value: octets("w") }],
    [middle, { ...middleAt, name: octets("www") }],
    [middle, { ...middleAt, value: octets("w") }],
    [right, { ...rightAt, id: 1 }],
  ] as const;
  for (const [pattern, at] of cases) {
    assertRefused(pattern, formatCursor(pattern, at));
  }
});

Deno.test("parseCursor - throws for an unsafe integer id", () => {
  const head = Buffer.alloc(11, 0xff);
  head[0] = 1;
  head.writeUInt16BE(0, 9);
  assertRefused(middle, head.toString("base64url"));
});

/** The error message for each text. */
const refusals = (pattern: Pattern, texts: readonly string[]) =>
  texts.map((text) => {
    try {
      return [text, parseCursor(pattern, text)];
    } catch (error) {
      assert(error instanceof InvalidCursorError);
      return error.message;
    }
  });
const MALFORMED = "The cursor is malformed.";
const FOREIGN = "The cursor belongs to another search.";

Deno.test("parseCursor - throws for other text", () => {
  const good = formatCursor(middle, middleAt);
  assert.deepEqual(parseCursor(middle, good), middleAt);
  const octets = Buffer.from(good, "base64url");
  const junk = [
    ...["", "A", "=", "%"],
    // The header without its last octet, and longer texts.
    ...[1, 9, 10].map((end) => octets.subarray(0, end).toString("base64url")),
    // Non-canonical base64url of the same octets.
    `${good}=`,
    `${good}!`,
    ` ${good}`,
    `${good}\n`,
    `${good.slice(0, 4)}.${good.slice(4)}`,
    `${good.slice(0, -1)}${good.endsWith("A") ? "B" : "Z"}`,
  ];
  assert.deepEqual(refusals(middle, junk), junk.map(() => MALFORMED));
});

Deno.test("parseCursor - throws for a truncated name", () => {
  const at = { ...leftAt, name: octets("www.example.com") };
  const whole = Buffer.from(formatCursor(left, at), "base64url");
  const cut = [12, 14, 15, whole.length - 1].map((end) =>
    whole.subarray(0, end).toString("base64url")
  );
  assert.deepEqual(refusals(left, cut), cut.map(() => FOREIGN));
});

Deno.test("parseCursor - throws for the tag of another search", () => {
  const text = Buffer.from(formatCursor(middle, middleAt), "base64url");
  const marked = Array.from({ length: 256 }, (_, mark) => {
    text[0] = mark;
    return text.toString("base64url");
  });
  const own = formatCursor(middle, middleAt);
  const others = marked.filter((text) => text !== own);
  assert.equal(others.length, 255);
  assert.deepEqual(refusals(middle, others), others.map(() => FOREIGN));
});

Deno.test("parseCursor - returns a position of the search or throws, for any text", () => {
  const pattern = fc.record({
    kind: fc.constantFrom<SearchKind>("ptr", "cname", "alias"),
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
      assert.equal(formatCursor(search, parseCursor(search, given)), given);
    } catch (error) {
      assert(error instanceof InvalidCursorError);
    }
  }));
});
