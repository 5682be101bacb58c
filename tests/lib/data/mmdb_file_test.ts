import assert from "node:assert/strict";
import fc from "fast-check";
import { Buffer } from "node:buffer";
import { Reader } from "maxmind";
import { countryNumber } from "../../../lib/data/places/countries.ts";
import { MmdbFile } from "../../../lib/data/mmdb_file.ts";
import { recordCountries, treeRuns } from "../../../lib/data/tree_runs.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";
import { packagedDatabases } from "../../support/bundled_data.ts";
import { writeMmdb } from "../../support/mmdb.ts";
import { ip } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";
import { changesIn } from "./columns/run_changes.ts";
import { addressOf, bitsOf, disjointPrefixes } from "./bits.ts";

/** With a record of 8.8.0.0/16 and one of 2001:db8::/32. */
function bothFamilies() {
  const v4 = bitsOf("8.8.0.0").slice(0, 112);
  const v6 = bitsOf("2001:db8::").slice(0, 32);
  return MmdbFile.open(
    writeMmdb([[v4, { a: "four" }], [v6, { a: "six" }]], { ipVersion: 6 }),
  );
}

Deno.test("MmdbFile.record - finds records of both families in one file", () => {
  const file = bothFamilies();
  assert.deepEqual(file.record(ip("8.8.8.8")), { a: "four" });
  assert.deepEqual(file.record(ip("2001:db8::1")), { a: "six" });
  assert.equal(file.record(ip("8.9.0.0")), null);
  assert.equal(file.record(ip("2001:db9::1")), null);
  assert.equal(file.recordId(ip("8.9.0.0")), 0);
  assert.equal(file.recordId(ip("8.8.0.0")), file.recordId(ip("8.8.255.255")));
});

Deno.test("MmdbFile.record - throws for IPv6 in a file of IP version 4", () => {
  const file = MmdbFile.open(writeMmdb([["0", { a: "x" }]]));
  assert.equal(file.supports(4), true);
  assert.equal(file.supports(6), false);
  assert.equal(file.recordRuns(4).length, 1);
  assert.equal(file.recordRuns(6).length, 0);
  assert.throws(() => file.record(ip("2001:db8::1")), /in an IPv4 database/);
  assert.throws(() => file.recordId(ip("2001:db8::1")), /in an IPv4 database/);
});

Deno.test("MmdbFile.countryRuns - a damaged tree or record ends nothing but itself", () => {
  const child = (node: number, side: 0 | 1) => side === 0 ? node : 7;
  const runs = treeRuns({ nodeCount: 5, root: 0, child }, 4, (id) => id);
  const pieces = Array.from(runs, (r) => [...r.values.subarray(0, r.count)]);
  assert.deepEqual(pieces, [[0]]);
  const numbers = recordCountries((id) => {
    if (id === 2) throw new Error("damaged");
    return { countryCode: id === 1 ? "FR" : undefined };
  });
  assert.deepEqual([1, 2, 3].map(numbers), [countryNumber("FR"), 0, 0]);
});

Deno.test("MmdbFile.recordRuns - of each family in one file", () => {
  const file = bothFamilies();
  /** Where another record begins. */
  const records = (family: 4 | 6) =>
    changesIn(file.recordRuns(family)[0])
      .map(([start, id]) => [start, id ? file.recordAt(id) : null]);
  assert.deepEqual(records(4), [
    [0n, null],
    [0x0808_0000n, { a: "four" }],
    [0x0809_0000n, null],
  ]);
  assert.deepEqual(records(6), [
    [0n, null],
    [0x2001_0db8n << 32n, { a: "six" }],
    [0x2001_0db9n << 32n, null],
  ]);
});

Deno.test("MmdbFile - type and build time", () => {
  const options = { type: "city ipv4", buildEpoch: 1_780_666_922 };
  const file = MmdbFile.open(writeMmdb([["1", {}]], options));
  assert.deepEqual([file.type, file.ipVersion], ["city ipv4", 4]);
  assert.equal(file.builtAt, 1_780_666_922_000);
});

Deno.test("MmdbFile.open - reads bytes inside a larger buffer", () => {
  const bytes = writeMmdb([["1", { a: "x" }]]);
  const larger = new Uint8Array(bytes.length + 20).fill(7);
  larger.set(bytes, 9);
  const file = MmdbFile.open(larger.subarray(9, 9 + bytes.length));
  assert.deepEqual(file.record(ip("200.0.0.1")), { a: "x" });
});

Deno.test("MmdbFile.open - throws for anything but a database", () => {
  const entries = [["1", { a: "x" }]] as const;
  const open = (options: Parameters<typeof writeMmdb>[1]) => () =>
    MmdbFile.open(writeMmdb(entries, options));
  assert.throws(open({ majorVersion: 3 }), /format 3 is not 2/);
  assert.throws(() => MmdbFile.open(writeMmdb(entries).slice(0, 20)));
  assert.throws(() => MmdbFile.open(new Uint8Array(0)));
  // Only the metadata: the tree would be beyond the end.
  const deep = writeMmdb([["0".repeat(32), {}], ["1".repeat(32), {}]]);
  const cut = deep.slice(deep.lastIndexOf(0xab));
  assert.throws(() => MmdbFile.open(cut), /a tree of 63 nodes in \d+ bytes/);
});

for (const recordSize of [24, 28, 32] as const) {
  for (const ipVersion of [4, 6] as const) {
    Deno.test(`MmdbFile.record - agrees with the library, records of ${recordSize} bits, IP version ${ipVersion}`, () => {
      const length = ipVersion === 4 ? 32 : 128;
      const some = { minLength: 16, maxLength: 16 };
      const words = fc.array(fc.nat({ max: 0xffff_ffff }), some);
      forAll([disjointPrefixes(length), words], (all, words) => {
        const entries = all.map((bits) => [bits, { bits }] as const);
        const bytes = writeMmdb(entries, { recordSize, ipVersion });
        const file = MmdbFile.open(bytes);
        const reader = new Reader(Buffer.from(bytes));
        const inside = all.map((bits) => addressOf(bits.padEnd(length, "01")));
        const others = ipVersion === 4 ? words.map(ipv4FromValue) : [];
        for (const address of [...inside, ...others]) {
          const found = reader.get(address.text);
          assert.deepEqual(file.record(address), found, address.text);
          assert.equal(file.recordId(address) !== 0, found !== null);
        }
      }, { numRuns: 40 });
    });
  }
}

Deno.test("MmdbFile - in memory and on disk, agrees with the library for every record of the country database", async () => {
  const bytes = await Deno.readFile(packagedDatabases.country);
  const reader = new Reader(Buffer.from(bytes));
  const file = MmdbFile.open(bytes);
  const { databaseType, ipVersion, nodeCount, buildEpoch } = reader.metadata;
  const header = [databaseType, ipVersion, nodeCount, buildEpoch.getTime()];
  const headerOf = (
    of: MmdbFile,
  ) => [of.type, of.ipVersion, of.nodeCount, of.builtAt];
  assert.deepEqual(headerOf(file), header);
  MmdbFile.read(packagedDatabases.country, (onDisk) => {
    assert.deepEqual(headerOf(onDisk), header);
    const seen = new Set<number>();
    const check = (ip: IpAddress, id: number) => {
      if (seen.has(id)) return;
      seen.add(id);
      const record = reader.get(ip.text);
      for (const own of [file, onDisk]) {
        assert.equal(own.recordId(ip), id, ip.text);
        assert.deepEqual(own.record(ip), record, ip.text);
      }
      if (id) assert.deepEqual(file.factsOf(id), onDisk.factsOf(id));
    };
    onDisk.forEachBlock({
      v4: (start, _end, id) => check(ipv4FromValue(start), id),
      // Repetitions of the tree of IPv4 are visited without a record.
      v6: (start, _end, id) => id && check(ipv6FromWords(start), id),
    });
    assert(seen.size > 200, String(seen.size));
  });
});

Deno.test("MmdbFile.record - agrees with the library on texts of any length and kind", () => {
  const texts = [28, 29, 63, 64, 65, 284, 285, 40_000].flatMap((length) => [
    "a".repeat(length),
    "a".repeat(length - 2) + "é",
  ]);
  const record = {
    texts: ["", "北京", "\ufeffmark", ...texts],
    numbers: [0, -1.5, 1e300],
    flags: { yes: true, no: false },
  };
  const bytes = writeMmdb([["1", record]]);
  const ip = ipv4FromValue(0x8000_0000);
  const file = MmdbFile.open(bytes);
  assert.deepEqual(file.record(ip), record);
  assert.deepEqual(new Reader(Buffer.from(bytes)).get(ip.text), record);
  assert.equal(file.record(ipv4FromValue(0)), null);
});

Deno.test("MmdbFile.forEachBlock - throws for a tree that has cycles", () => {
  for (const ipVersion of [4, 6] as const) {
    const bytes = writeMmdb([["11", { a: "x" }]], { ipVersion });
    // The first node's right side leads to itself.
    bytes.set([0, 0, 0], 3);
    const file = MmdbFile.open(bytes);
    assert.throws(() => file.forEachBlock({ v4() {}, v6() {} }), {
      message: "its tree has cycles",
    }, String(ipVersion));
  }
});
