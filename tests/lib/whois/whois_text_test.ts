import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeWhois, recordLines } from "../../../lib/whois/whois_text.ts";

const encoder = new TextEncoder();

Deno.test("decodeWhois - reads each line in the encoding it is in", () => {
  const bytes = Uint8Array.from([
    ...encoder.encode("Name: Müller\r\nName: "),
    ...[0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x0d, 0x0a],
    ...[0x80, 0x0a],
    ...encoder.encode("東京"),
  ]);
  assert.equal(decodeWhois(bytes), "Name: Müller\nName: Müller\n€\n東京");
});

Deno.test("decodeWhois - gives UTF-8 as it is, but for the ends of lines", () => {
  assert.equal(decodeWhois(new Uint8Array()), "");
  const text = fc.string({ unit: "grapheme" }).filter((text) =>
    !/[\r\n\ufeff]/.test(text)
  );
  fc.assert(fc.property(fc.array(text), (lines) => {
    const sent = encoder.encode(lines.map((line) => `${line}\r\n`).join(""));
    assert.equal(decodeWhois(sent), lines.join("\n"));
  }));
});

Deno.test("decodeWhois - takes every return off the end of a line, and none from within, in time with its length", () => {
  assert.equal(decodeWhois(encoder.encode("a\rb\r\r\n\r\nc\r")), "a\rb\n\nc");
  // With the square of it this takes minutes.
  const returns = "\r".repeat(256 * 1024 - 1);
  assert.equal(decodeWhois(encoder.encode(`${returns}x`)), `${returns}x`);
});

Deno.test("decodeWhois - reads any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    assert(decodeWhois(bytes).isWellFormed());
  }));
});

Deno.test("recordLines - drops what is not to be seen, blank runs and long lines", () => {
  const long = "x".repeat(301);
  assert.deepEqual(
    recordLines(`a:\tb\u0000\u001b[31m  \n\n\n \n${long}\n  c`),
    ["a:  b[31m", "", "  c"],
  );
  assert.deepEqual(recordLines("x".repeat(300)), ["x".repeat(300)]);
  assert.equal(recordLines("a\n".repeat(5_000)).length, 1_000);
  assert.equal(recordLines("\n".repeat(250_000)).length, 1);
});
