import assert from "node:assert/strict";
import fc from "fast-check";
import {
  ASN_CLASSES,
  AsnClasses,
  encodeAsnClasses,
  loadAsns,
  parseAsn,
} from "../../../lib/data/stored_lists.ts";
import { readColumnFile } from "../../../lib/data/columns/column_file.ts";
import { forAll } from "../../support/for_all.ts";

Deno.test("parseAsn - reads numbers of 32 bits with or without AS, and nothing else", () => {
  forAll([fc.integer({ min: 1, max: 0xffff_ffff })], (asn) => {
    for (const prefix of ["", "AS", "as"]) {
      assert.equal(parseAsn(`${prefix}${asn}`), asn);
    }
  });
  const texts = ["", "0", "AS0", "AS", "4294967296", "01", "-1", "1.5", " 1"];
  for (const text of texts) assert.equal(parseAsn(text), null, text);
});

const builtAt = Date.UTC(2026, 10, 20);
const known = [[7, "Content"], [100, "Eyeball"], [
  4294967295,
  "Content",
]] as const;
const bytes = encodeAsnClasses(new Map(known.toReversed()), builtAt);

Deno.test("loadAsns - the numbers of a list, with classes or without", () => {
  assert.deepEqual(loadAsns(bytes), new Set([7, 100, 4294967295]));
  const list = encodeAsnClasses(new Map([[64500, ""]]), 0);
  assert.deepEqual(loadAsns(list), new Set([64500]));
  assert.equal(readColumnFile(bytes, ASN_CLASSES).builtAt, builtAt);
});

Deno.test("AsnClasses.classOf - finds the class of a network", () => {
  const classes = new AsnClasses(bytes);
  for (const [asn, word] of known) assert.equal(classes.classOf(asn), word);
  for (const asn of [0, 1, 8, 101, 4294967294]) {
    assert.equal(classes.classOf(asn), undefined);
  }
  const empty = new AsnClasses(encodeAsnClasses(new Map(), 0));
  assert.equal(empty.classOf(1), undefined);
});

Deno.test("AsnClasses, loadAsns - throw for a damaged file", () => {
  const damaged = bytes.with(40, bytes[40] ^ 1);
  const error = {
    message: "Cannot load the list of autonomous systems: it is damaged",
  };
  assert.throws(() => new AsnClasses(damaged), error);
  assert.throws(() => loadAsns(damaged), error);
});

Deno.test("encodeAsnClasses - up to 256 classes", () => {
  const many = Array.from({ length: 257 }, (_, i) => [i + 1, `c${i}`] as const);
  const classes = new AsnClasses(encodeAsnClasses(new Map(many.slice(1)), 0));
  assert.equal(classes.classOf(257), "c256");
  assert.throws(() => encodeAsnClasses(new Map(many), 0), {
    message: "it has 257 classes",
  });
});
