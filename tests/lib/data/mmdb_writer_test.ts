import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { Reader, type Response } from "maxmind";
import { type MmdbValue, Typed } from "../../../lib/data/mmdb_values.ts";
import { MmdbWriter } from "../../../lib/data/mmdb_writer.ts";
import { type Cidr, cidrContains, parseCidr } from "../../../lib/net/cidr.ts";
import { compareIp, parseIp } from "../../../lib/net/ip_address.ts";
import { forAll } from "../../support/for_all.ts";

const metadata = {
  type: "Porthole-Test",
  description: "a test",
  languages: ["en", "zh-CN"],
  buildEpoch: 1_780_000_000,
};

const folder = await Deno.makeTempDir();
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));

/** The file with these blocks, which ascend. */
function write(entries: readonly (readonly [string, MmdbValue])[]) {
  const path = `${folder}/test.mmdb`;
  const writer = new MmdbWriter(path);
  for (const [block, value] of entries) {
    const { address, prefixLength: length } = parseCidr(block)!;
    const [high, low] = address.family === 4
      ? [0, address.value]
      : address.words;
    writer.add(address.family, { high, low, length }, writer.addRecord(value));
  }
  const { bytes, md5 } = writer.finish(metadata);
  const file = Deno.readFileSync(path);
  assert.equal(bytes, file.length);
  assert.equal(md5, createHash("md5").update(file).digest("hex"));
  assert.deepEqual([...Deno.readDirSync(folder)].length, 1);
  return file;
}

const open = (bytes: Uint8Array<ArrayBuffer>) =>
  new Reader<Response>(Buffer.from(bytes.buffer));

Deno.test("MmdbWriter - writes what readers read", () => {
  const record = {
    text: "东京".repeat(200),
    short: "a",
    empty: "",
    none: undefined,
    zero: 0,
    small: 443,
    short16: new Typed("uint16", 443),
    large: 4_294_967_295,
    whole: new Typed("double", 51),
    negative: new Typed("double", -0.0912),
    flags: [true, false],
    nested: { names: { en: "Tokyo", "zh-CN": "东京" } },
    long: Array.from({ length: 300 }, (_, i) => `item ${i}`),
  };
  const { none: _, ...rest } = record;
  const read = { ...rest, short16: 443, whole: 51, negative: -0.0912 };
  const { nested } = record;
  const reader = open(write([
    ["1.0.0.0/24", record],
    ["1.0.1.0/32", { nested }],
    ["2001:db8::/64", { nested, text: "other" }],
  ]));
  assert.deepEqual(reader.get("1.0.0.255"), read);
  assert.deepEqual(reader.get("::ffff:1.0.0.255"), read);
  assert.deepEqual(reader.get("1.0.1.0"), { nested });
  assert.deepEqual(reader.get("2001:db8::1"), { nested, text: "other" });
  for (const ip of ["1.0.1.1", "2001:db8:0:1::", "::1", "255.255.255.255"]) {
    assert.equal(reader.get(ip), null);
  }
  const { databaseType, languages, buildEpoch, ipVersion } = reader.metadata;
  assert.deepEqual({ databaseType, languages, buildEpoch, ipVersion }, {
    databaseType: "Porthole-Test",
    languages: ["en", "zh-CN"],
    buildEpoch: new Date(1_780_000_000_000),
    ipVersion: 6,
  });
});

Deno.test("MmdbWriter - stores equal parts once", () => {
  const place = (n: number) => ({
    country: { iso_code: "JP", names: { en: "Japan" } },
    city: `city ${n % 10}`,
  });
  const size = (length: number) =>
    write(Array.from({ length }, (_, i) => [`10.0.${i}.0/24`, place(i)]))
      .length;
  // Only the tree grows, by at most 9 nodes of 6 bytes.
  assert(size(200) - size(100) < 100 * 9 * 6);
});

Deno.test("MmdbWriter - keeps all of many blocks", () => {
  const texts = Array.from(
    { length: 40_000 },
    (_, i) => `1.${i >>> 8}.${i & 255}.1`,
  );
  const reader = open(write(texts.map((text) => [`${text}/32`, { text }])));
  for (const text of texts) assert.deepEqual(reader.get(text), { text });
});

Deno.test("MmdbWriter - refuses blocks that overlap or descend", () => {
  const cases = [
    ["10.0.0.0/8", "10.1.0.0/16"],
    ["10.0.0.0/8", "10.128.0.0/16"],
    ["10.0.0.0/16", "10.0.0.0/8"],
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["10.1.0.0/16", "10.0.0.0/16"],
    ["2001:db8::/32", "2001::/32"],
    ["2001:db8::/32", "1.0.0.0/24"],
    ["1.0.0.0/24", "::/64"],
  ];
  for (const blocks of cases) {
    const entries = blocks.map((block) => [block, "a"] as const);
    assert.throws(() => write(entries), { name: "RangeError" }, `${blocks}`);
  }
});

Deno.test("MmdbWriter - finds each address of random blocks, and no other", () => {
  const block = (ip: fc.Arbitrary<string>, max: number) =>
    fc.tuple(ip, fc.integer({ min: 1, max })).map((parts) => parts.join("/"));
  const any = fc.oneof(block(fc.ipV4(), 32), block(fc.ipV6(), 64));
  const blocks = fc.array(any, { maxLength: 40 });
  forAll([blocks, fc.array(fc.oneof(fc.ipV4(), fc.ipV6()))], (texts, ips) => {
    const used: Cidr[] = [];
    for (const text of texts) {
      const cidr = parseCidr(text);
      // ::/80 has the IPv4 addresses.
      const isLow = cidr?.address.family === 6 && cidr.address.words[0] === 0;
      if (!cidr || isLow) continue;
      const isFree = used.every((other) =>
        !cidrContains(other, cidr.address) && !cidrContains(cidr, other.address)
      );
      if (isFree) used.push(cidr);
    }
    used.sort((a, b) => compareIp(a.address, b.address));
    const entries = used.map(({ address, prefixLength }, i) =>
      [`${address.text}/${prefixLength}`, { n: i }] as const
    );
    const reader = open(write(entries));
    for (const text of [...ips, ...used.map(({ address }) => address.text)]) {
      const ip = parseIp(text)!;
      if (ip.family === 6 && ip.words[0] === 0) continue;
      const at = used.findIndex((cidr) => cidrContains(cidr, ip));
      assert.deepEqual(reader.get(text), at < 0 ? null : { n: at }, text);
    }
  }, { numRuns: 200 });
});
