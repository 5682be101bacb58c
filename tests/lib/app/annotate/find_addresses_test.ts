import assert from "node:assert/strict";
import fc from "fast-check";
import { findAddresses } from "../../../../lib/app/annotate/find_addresses.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./find_addresses.json" with { type: "json" };

/** The text with a `^` behind each place. */
function marked(text: string, ends: readonly number[]): string {
  const starts = [0, ...ends];
  return [...ends, undefined].map((end, i) => text.slice(starts[i], end))
    .join("^");
}

/** Latin-1 text, with a `^` behind each address. */
function found(bytes: Uint8Array): string {
  const ends: number[] = [];
  findAddresses(bytes, 0, bytes.length, (_, end) => ends.push(end));
  return marked(latin1(bytes), ends);
}

const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

const bytesOf = (text: string) => new TextEncoder().encode(text);

for (const [name, expected] of samples.found) {
  Deno.test(`findAddresses - ${name}`, () => {
    const bytes = bytesOf(expected.replaceAll("^", ""));
    assert.equal(found(bytes), latin1(bytesOf(expected)));
  });
}

/** A slow reference for what {@link findAddresses} finds. */
function reference(text: string): string {
  const ends: number[] = [];
  const found = (start: number, end: number) => {
    const after = text.slice(end);
    const zone = /^fe[89ab]/i.test(text.slice(start)) &&
        /^%[\w.-]*/.exec(after)?.[0] || "";
    const rest = after.slice(zone.length);
    const isOpen = text[start - 1] === "[" && rest[0] === "]";
    const pattern = isOpen
      ? /^\](:\d{1,5}(?![\w]|[.:][\w.:]))?/
      : /^(:\d{1,5}(?![\w]|[.:][\w.:])|\/\d{1,5}(?![\w/]|[.:][\w.:]))/;
    ends.push(end + zone.length + (pattern.exec(rest)?.[0] ?? "").length);
  };
  for (const { 0: word, index } of text.matchAll(/[\w.:]+/g)) {
    const runs = word.matchAll(/(?<![^:])[\da-f.]*(?::[\da-f.]*)*(?![^:])/gi);
    for (const { 0: run, index: offset } of runs) {
      const start = index + offset;
      const whole = [run, run.replace(/[.:]$/, "")]
        .find((text) => text.includes(":") && parseIp(text));
      if (whole !== undefined) {
        found(start, start + whole.length);
        continue;
      }
      for (const { 0: part, index: inner } of run.matchAll(/[^:]+/g)) {
        const ip = part.replace(/\.$/, "");
        const at = start + inner;
        const before = text.slice(0, at);
        if (
          parseIp(ip) &&
          !/[a-z]-$|(^|[^\w.\-/=])[\w.-]+\/$/i.test(before) &&
          !/^-[a-z]/i.test(text.slice(at + ip.length))
        ) found(at, at + ip.length);
      }
    }
  }
  return marked(text, ends);
}

/** Pieces of text in any order, as bytes. */
const piece = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom("::", "::1", "fe80::1", "::ffff:1.2.3.4", "1.2.3.4"),
  fc.constantFrom(..." .:,/-[]%=\"'{}\\_@\n\t\u00e9\u00ff".split("")),
  fc.constantFrom("a", "g", "1", "12", "443", "eth0", "Chrome/", "://"),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => String.fromCharCode(...bytes)),
);
const pieces = fc.array(piece, { maxLength: 24 }).map((all) => all.join(""));

const latin1Bytes = (text: string) =>
  Uint8Array.from(text, (char) => char.charCodeAt(0));

Deno.test("findAddresses - finds what regular expressions and the parser find", () => {
  forAll([pieces], (text) => {
    // `TextDecoder` reads Latin-1 as Windows-1252.
    const expected = latin1(latin1Bytes(reference(text)));
    assert.equal(found(latin1Bytes(text)), expected);
  }, { numRuns: 3000 });
});

/** Where the addresses in a range end, and what they are. */
function foundIn(bytes: Uint8Array, from: number, to: number) {
  const all: (readonly [string, number])[] = [];
  findAddresses(bytes, from, to, (ip, end) => all.push([ip.text, end - from]));
  return all;
}

const ranges = [
  ["11.1.1.11", 1, 8, [["1.1.1.1", 7]]],
  ["[1.1.1.1]:80", 0, 8, [["1.1.1.1", 8]]],
  ["x/1.1.1.1", 2, 9, [["1.1.1.1", 7]]],
  ["1.1.1.1:801", 0, 10, [["1.1.1.1", 10]]],
  ["1.1.1.1/8/x", 0, 9, [["1.1.1.1", 9]]],
  ["fe80::1%eth0", 0, 7, [["fe80::1", 7]]],
] as const;
for (const [text, from, to, expected] of ranges) {
  Deno.test(`findAddresses - nothing outside of a range counts: ${text}`, () =>
    assert.deepEqual(foundIn(bytesOf(text), from, to), expected));
}

Deno.test("findAddresses - finds in a range what it finds in a copy of it", () => {
  forAll([pieces, fc.nat(20), fc.nat(20)], (text, before, after) => {
    const bytes = latin1Bytes(text);
    const from = Math.min(before, bytes.length);
    const to = Math.max(from, bytes.length - after);
    const copy = bytes.slice(from, to);
    const alone = foundIn(copy, 0, copy.length);
    assert.deepEqual(foundIn(bytes, from, to), alone);
  }, { numRuns: 2000 });
});
