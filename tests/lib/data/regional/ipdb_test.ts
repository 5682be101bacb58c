import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import IPDB from "ipdb";
import { IpdbFile } from "../../../../lib/data/regional/ipdb.ts";
import { IPDB_FIELDS, IPDB_V4, writeIpdb } from "../../../support/ipdb.ts";
import { ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import { ipOfWords } from "../bits.ts";

const SHENZHEN = ["中国", "广东", "深圳", "南山", "", "电信", "CN"];
const BERLIN = ["德国", "柏林", "柏林", "", "", "", "DE"];

const named = (values: readonly string[]) =>
  Object.fromEntries(IPDB_FIELDS.map((field, i) => [field, values[i]]));

Deno.test("IpdbFile.record - the record of an address of either family", () => {
  const file = new IpdbFile(writeIpdb([
    [IPDB_V4 + "00000001", SHENZHEN],
    ["0010010000001110", BERLIN],
  ]));
  assert.equal(file.builtAt, 1_780_000_000_000);
  assert.deepEqual([file.supports(4), file.supports(6)], [true, true]);
  const id = file.find(ip("1.2.3.4"));
  assert.notEqual(id, 0);
  assert.equal(file.find(ip("1.255.0.0")), id);
  assert.deepEqual(file.record(id), named(SHENZHEN));
  assert.deepEqual(file.record(file.find(ip("240e::1"))), named(BERLIN));
  assert.equal(file.find(ip("2.0.0.0")), 0);
  assert.equal(file.find(ip("2a00::1")), 0);
});

Deno.test("IpdbFile.find - 0 for an unsupported family", () => {
  const entry = [IPDB_V4 + "0", SHENZHEN] as const;
  const four = new IpdbFile(writeIpdb([entry], { ipVersion: 1 }));
  assert.equal(four.supports(6), false);
  assert.notEqual(four.find(ip("1.2.3.4")), 0);
  assert.equal(four.find(ip("::ffff:1.2.3.4")), 0);
  const six = new IpdbFile(writeIpdb([["0", SHENZHEN]], { ipVersion: 2 }));
  assert.equal(six.supports(4), false);
  assert.equal(six.find(ip("1.2.3.4")), 0);
  assert.notEqual(six.find(ip("240e::1")), 0);
});

Deno.test("IpdbFile.record - the Chinese fields, or those of the first language", () => {
  const fields = ["country_name", "city_name"];
  const values = ["Germany", "Berlin", "德国", "柏林"];
  const record = (languages: Record<string, number>) => {
    const options = { fields, languages };
    const file = new IpdbFile(writeIpdb([[IPDB_V4 + "0", values]], options));
    return file.record(file.find(ip("1.2.3.4")));
  };
  const chinese = { country_name: "德国", city_name: "柏林" };
  const english = { country_name: "Germany", city_name: "Berlin" };
  assert.deepEqual(record({ EN: 0, CN: 2 }), chinese);
  assert.deepEqual(record({ EN: 0 }), english);
});

Deno.test("IpdbFile.record - missing fields at the end are empty", () => {
  const file = new IpdbFile(writeIpdb([[IPDB_V4 + "0", ["中国"]]]));
  const record = file.record(file.find(ip("1.2.3.4")));
  assert.deepEqual(record, named(["中国", "", "", "", "", "", ""]));
});

const whole = writeIpdb([[IPDB_V4 + "0", SHENZHEN]]);
const withMetadata = (metadata: Record<string, unknown>) =>
  writeIpdb([[IPDB_V4 + "0", SHENZHEN]], { metadata });

const endless = Uint8Array.of(0x7f, 0xff, 0xff, 0xff);
const large = withMetadata({ node_count: 1e6 });
const refused: [why: string, bytes: Uint8Array, message: RegExp][] = [
  ["nothing", new Uint8Array(), /ipdb: metadata of 0 bytes/],
  ["endless metadata", endless, /ipdb: metadata of 2147483647 bytes/],
  ["truncated metadata", whole.subarray(0, 60), /metadata does not parse/],
  ["a file that lacks its last byte", whole.subarray(0, -1), /instead of/],
  ["too many nodes", large, /ipdb: a tree of 1000000 nodes in \d+ bytes/],
  ["no nodes", withMetadata({ node_count: 0 }), /metadata does not parse/],
  ["IP version 4", withMetadata({ ip_version: 4 }), /metadata does not parse/],
  ["no fields", withMetadata({ fields: [] }), /metadata does not parse/],
];
for (const [why, bytes, message] of refused) {
  Deno.test(`IpdbFile - throws for ${why}`, () =>
    assert.throws(() => new IpdbFile(bytes), message));
}

Deno.test("IpdbFile.record - throws if the record is outside the file", () => {
  const file = new IpdbFile(whole);
  const id = file.find(ip("1.2.3.4"));
  assert.throws(() => file.record(id + 1000), /beyond the end of the file/);
  assert.throws(() => file.record(0xffffffff), /beyond the end of the file/);
});

Deno.test("IpdbFile - agrees with the package ipdb", () => {
  const prefixes = (length: number) =>
    fc.uniqueArray(fc.nat(2 ** length - 1), { minLength: 1, maxLength: 20 })
      .map((all) => all.map((n) => n.toString(2).padStart(length, "0")));
  // IPv6 prefixes start with 001, so that they do not overlap IPv4's.
  const some = fc.array(fc.nat(0xffffffff), { minLength: 10 });
  forAll([prefixes(9), prefixes(9), some], (v4, v6, values) => {
    const bytes = writeIpdb([
      ...v4.map((bits) => [IPDB_V4 + bits, [`四${bits}`]] as const),
      ...v6.map((bits) => [`001${bits}`, [`六${bits}`]] as const),
    ], { fields: ["country_name"] });
    const file = new IpdbFile(bytes);
    const oracle = new IPDB(Buffer.from(bytes.buffer));
    for (const value of values) {
      const cases = [
        [ipOfWords(value), v4],
        [ipOfWords((1 << 29 | value >>> 3) >>> 0, value, 0, 1), v6],
      ] as const;
      for (const [address, known] of cases) {
        const id = file.find(address);
        const bits = (address.family === 4 ? value : (value >>> 3 << 3) >>> 0)
          .toString(2).padStart(32, "0");
        assert.equal(id !== 0, known.includes(bits.slice(0, 9)));
        if (id === 0) continue;
        const { data } = oracle.find(address.text);
        assert.equal(file.record(id).country_name, data?.country_name);
      }
    }
  }, { numRuns: 50 });
});
