import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { IPv4, IPv6, newWithBuffer } from "ip2region.js";
import { XdbFile } from "../../../../lib/data/regional/xdb.ts";
import { writeXdb, type XdbRange } from "../../../support/xdb.ts";
import { ip } from "../../../support/address.ts";
import { changesIn } from "../columns/run_changes.ts";
import { forAllAsync } from "../../../support/for_all.ts";
import { ipOfWords } from "../bits.ts";

function payloadAt(file: XdbFile, text: string): string | null {
  const id = file.find(ip(text));
  return id === 0 ? null : file.payload(id);
}

/** Several addresses have the same payload. */
function assertPayloads(file: XdbFile, payload: string | null, all: string) {
  for (const text of all.split(" ")) {
    assert.equal(payloadAt(file, text), payload, text);
  }
}

const GUANGDONG = "中国|广东省|深圳市|电信|CN";
const BEIJING = "中国|北京|北京市|联通|CN";

Deno.test("XdbFile.payload - the payload of an IPv4 address, at both ends of the range", () => {
  const file = new XdbFile(writeXdb([
    ["1.0.1.0", "1.2.3.255", GUANGDONG],
    ["1.2.5.0", "1.2.5.0", BEIJING],
    ["255.255.255.255", "255.255.255.255", GUANGDONG],
  ]));
  assert.deepEqual([file.structure, file.family], [3, 4]);
  assert.equal(file.builtAt, 1_780_000_000_000);
  assertPayloads(file, GUANGDONG, "1.0.1.0 1.1.200.7 1.2.3.255");
  assertPayloads(file, GUANGDONG, "255.255.255.255");
  assertPayloads(file, BEIJING, "1.2.5.0");
  assertPayloads(file, null, "1.0.0.255 1.2.4.0 1.2.4.255 1.2.5.1 8.8.8.8");
});

Deno.test("XdbFile.payload - the payload of an IPv6 address", () => {
  const last = "240e:ff:ffff:ffff:ffff:ffff:ffff:ffff";
  const file = new XdbFile(writeXdb([
    ["240e::", last, GUANGDONG],
    ["240e:100::1", "2410::5", BEIJING],
  ], { family: 6 }));
  assert.equal(file.family, 6);
  assertPayloads(file, GUANGDONG, `240e:: ${last}`);
  assertPayloads(file, BEIJING, "240e:100::1 240f:: 2410::5");
  assertPayloads(file, null, "240d:ffff::1 240e:100:: 2410::6");
});

Deno.test("XdbFile.find - one id per payload, and 0 for the other family", () => {
  const file = new XdbFile(writeXdb([
    ["1.0.0.0", "1.0.0.255", GUANGDONG],
    ["9.0.0.0", "9.0.0.255", GUANGDONG],
  ]));
  assert.notEqual(file.find(ip("1.0.0.1")), 0);
  assert.equal(file.find(ip("1.0.0.1")), file.find(ip("9.0.0.1")));
  assert.equal(file.find(ip("::100:1")), 0);
});

Deno.test("XdbFile - reads structure 2, which has no IP version", () => {
  const payload = "中国|0|广东省|深圳市|电信";
  const range = ["1.0.0.0", "1.0.0.255", payload] as const;
  const file = new XdbFile(writeXdb([range], { structure: 2 }));
  assert.deepEqual([file.structure, file.family], [2, 4]);
  assert.equal(payloadAt(file, "1.0.0.9"), payload);
});

/** Where the entries of 1.0.0.0/16 begin and end. */
const CELL = 256 + 0x0100 * 8;

Deno.test("XdbFile.find - the end of a cell may be its last entry", () => {
  const bytes = writeXdb([
    ["1.0.0.0", "1.0.0.255", GUANGDONG],
    ["1.0.1.0", "1.0.1.255", BEIJING],
  ]);
  const view = new DataView(bytes.buffer);
  view.setUint32(CELL + 4, view.getUint32(CELL + 4, true) - 14, true);
  const file = new XdbFile(bytes);
  assertPayloads(file, GUANGDONG, "1.0.0.9");
  assertPayloads(file, BEIJING, "1.0.1.9");
  assertPayloads(file, null, "1.0.2.9");
});

Deno.test("XdbFile.find - the end of a cell may be its only entry", () => {
  const bytes = writeXdb([["1.0.0.0", "1.0.0.255", GUANGDONG]]);
  const view = new DataView(bytes.buffer);
  view.setUint32(CELL + 4, view.getUint32(CELL, true), true);
  assert.equal(payloadAt(new XdbFile(bytes), "1.0.0.9"), GUANGDONG);
});

const whole = writeXdb([
  ["1.0.0.0", "1.0.0.255", GUANGDONG],
  ["9.0.0.0", "9.255.255.255", BEIJING],
]);

/** The file with a number of so many bits at an offset. */
function changed(at: number, value: number, bits: 8 | 16 | 32 = 32) {
  const bytes = whole.slice();
  new DataView(bytes.buffer)[`setUint${bits}`](at, value, true);
  return bytes;
}
const begin = new DataView(whole.buffer).getUint32(CELL, true);

function unfit(from: number | string, to: number | string = "\\d+") {
  return new RegExp(`xdb: entries from ${from} to ${to} do not fit`);
}

const refused: [why: string, bytes: Uint8Array, message: RegExp][] = [
  ["nothing", new Uint8Array(), /xdb: it has 0 bytes/],
  ["a header alone", whole.subarray(0, 4096), /xdb: it has 4096 bytes/],
  ["a file that lacks its last byte", whole.subarray(0, -1), /do not fit/],
  ["a file without entries", writeXdb([]), /xdb: it has no entries/],
  ["structure 4", changed(0, 4, 16), /xdb: structure 4 is neither 2 nor 3/],
  ["IP version 5", changed(16, 5, 16), /xdb: IP version 5 is neither 4 nor 6/],
  ["entries that begin in the index", changed(CELL, 300), unfit(300)],
  ["entries that end early", changed(CELL + 4, begin - 1), unfit("\\d+")],
  ["entries inside the index", changed(256, 300), unfit(300, 0)],
];
for (const [why, bytes, message] of refused) {
  Deno.test(`XdbFile - throws for ${why}`, () =>
    assert.throws(() => new XdbFile(bytes), message));
}

Deno.test("XdbFile.payload - throws if the payload is outside the file or is not UTF-8", () => {
  const outside = new XdbFile(changed(whole.length - 4, 0xfffffff0));
  assert.throws(
    () => outside.payload(outside.find(ip("9.255.0.1"))),
    /beyond the end of the file/,
  );
  const broken = new XdbFile(changed(256 + 0x80000 + 1, 0x20, 8));
  assert.throws(() => payloadAt(broken, "1.0.0.1"), Error);
});

/** Ascending ranges, from sorted numbers. */
const cuts = fc.uniqueArray(fc.nat(0xffffffff), {
  minLength: 2,
  maxLength: 24,
}).map((values) => values.sort((a, b) => a - b));

function rangesOf(sorted: number[], textOf: (value: number) => string) {
  const ranges: XdbRange[] = [];
  for (let i = 0; i + 1 < sorted.length; i += 2) {
    // Ranges are at most a /15: a file of /8s would be large.
    const end = Math.min(sorted[i + 1], sorted[i] + 0x1ffff);
    ranges.push([textOf(sorted[i]), textOf(end), `国|${i}|市|0|CN`]);
  }
  return ranges;
}

Deno.test("XdbFile.find - agrees with the publisher's reader in IPv4", async () => {
  const others = fc.array(fc.nat(0xffffffff));
  await forAllAsync([cuts, others], async (sorted, more) => {
    const bytes = writeXdb(rangesOf(sorted, (v) => ipOfWords(v).text));
    const file = new XdbFile(bytes);
    const oracle = newWithBuffer(IPv4, Buffer.from(bytes.buffer));
    const values = [...sorted, ...sorted.map((v) => v ? v - 1 : 0), ...more];
    for (const value of values) {
      const { text } = ipOfWords(value);
      const expected = await oracle.search(text);
      assert.equal(payloadAt(file, text) ?? "", expected, text);
    }
  }, { numRuns: 25 });
});

Deno.test("XdbFile.find - agrees with the publisher's reader in IPv6", async () => {
  const textOf = (value: number) => ipOfWords(value, value, 0, 1).text;
  await forAllAsync([cuts], async (sorted) => {
    const bytes = writeXdb(rangesOf(sorted, textOf), { family: 6 });
    const file = new XdbFile(bytes);
    const oracle = newWithBuffer(IPv6, Buffer.from(bytes.buffer));
    for (const value of sorted) {
      for (const low of [0, 1, 2]) {
        const words = [value, value, 0, low];
        const ip = ipOfWords(...words);
        // The reader does not support "::" inside text that ends in one.
        const hex = (word: number) =>
          `${(word >>> 16).toString(16)}:${(word & 0xffff).toString(16)}`;
        const expected = await oracle.search(words.map(hex).join(":"));
        const id = file.find(ip);
        assert.equal(id ? file.payload(id) : "", expected, ip.text);
      }
    }
  }, { numRuns: 25 });
});

/** The starts and payloads of all runs, each payload with a number from 1. */
function runsOf(file: XdbFile): [start: bigint, payload: string | null][] {
  const payloads: (string | null)[] = [null];
  const numberOf = (id: number) => {
    if (id === 0) return 0;
    const payload = file.payload(id);
    const known = payloads.indexOf(payload);
    return known > 0 ? known : payloads.push(payload) - 1;
  };
  return changesIn(file.runs(numberOf))
    .map(([start, value]) => [start, payloads[value]]);
}

Deno.test("XdbFile.runs - of IPv4: gaps, neighbors, ranges over cells, and the last address", () => {
  const file = new XdbFile(writeXdb([
    ["1.0.1.0", "1.2.3.255", GUANGDONG],
    ["1.2.4.0", "1.2.4.0", BEIJING],
    ["1.2.5.0", "1.2.255.255", GUANGDONG],
    ["255.255.255.255", "255.255.255.255", BEIJING],
  ]));
  assert.deepEqual(runsOf(file), [
    [0n, null],
    [0x0100_0100n, GUANGDONG],
    [0x0102_0400n, BEIJING],
    [0x0102_0401n, null],
    [0x0102_0500n, GUANGDONG],
    [0x0103_0000n, null],
    [0xffff_ffffn, BEIJING],
  ]);
});

Deno.test("XdbFile.runs - of IPv6 in whole /64s", () => {
  const file = new XdbFile(writeXdb([
    ["240e::", "240e:0:0:4:ffff:ffff:ffff:ffff", GUANGDONG],
    ["240e:0:0:5::1", "240e:0:0:7::5", BEIJING],
    ["240e:0:0:9::1", "240e:0:0:9::2", GUANGDONG],
    ["ffff::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", BEIJING],
  ], { family: 6 }));
  assert.deepEqual(runsOf(file), [
    [0n, null],
    [0x240e_0000_0000_0000n, GUANGDONG],
    [0x240e_0000_0000_0005n, null],
    [0x240e_0000_0000_0006n, BEIJING],
    [0x240e_0000_0000_0007n, null],
    [0xffff_0000_0000_0000n, BEIJING],
  ]);
});

Deno.test("XdbFile.runs - the same in several pieces, and with a cell that ends at its last entry", () => {
  const ranges = Array.from({ length: 1_000 }, (_, i): XdbRange => {
    const start = 0x0100_0000 + i * 0x100;
    const end = start + (i % 3 === 0 ? 0xfe : 0xff);
    const [first, last] = [start, end].map((at) => ipOfWords(at).text);
    return [first, last, i % 2 === 0 ? GUANGDONG : BEIJING];
  });
  const bytes = writeXdb(ranges);
  const valueOf = (text: string) =>
    BigInt((ip(text) as { value: number }).value);
  const expected = new Map<bigint, string | null>([[0n, null]]);
  for (const [start, end, payload] of ranges) {
    expected.set(valueOf(start), payload).set(valueOf(end) + 1n, null);
  }
  const runs = [...expected];
  assert.deepEqual(runsOf(new XdbFile(bytes)), runs);
  const view = new DataView(bytes.buffer);
  for (let cell = 0x0100; cell < 0x0104; cell++) {
    const at = 256 + cell * 8 + 4;
    if (view.getUint32(at, true) === 0) continue;
    view.setUint32(at, view.getUint32(at, true) - 14, true);
  }
  assert.deepEqual(runsOf(new XdbFile(bytes)), runs);
});
