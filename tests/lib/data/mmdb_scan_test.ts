import assert from "node:assert/strict";
import { MmdbFile } from "../../../lib/data/mmdb_file.ts";
import { MmdbScan } from "../../../lib/data/mmdb_scan.ts";
import { MmdbValues } from "../../../lib/data/mmdb_values.ts";
import { PagedBytes } from "../../../lib/data/paged_bytes.ts";
import { ipv4FromValue } from "../../../lib/net/ip_address.ts";
import { packagedDatabases } from "../../support/bundled_data.ts";
import { type MmdbValue, scanOf, writeMmdb } from "../../support/mmdb.ts";

Deno.test("MmdbScan.record - agrees with the library for every record of the country database", async () => {
  const bytes = await Deno.readFile(packagedDatabases.country);
  const file = MmdbFile.open(bytes);
  MmdbScan.read(packagedDatabases.country, (scan) => {
    const { type, ipVersion, nodeCount, builtAt } = file;
    assert.deepEqual(
      [scan.type, scan.ipVersion, scan.nodeCount, scan.builtAt],
      [type, ipVersion, nodeCount, builtAt],
    );
    const ids = new Set<number>();
    scan.forEachBlock({
      v4: (start, _end, id) => {
        if (ids.has(id)) return;
        ids.add(id);
        const ip = ipv4FromValue(start);
        assert.equal(file.recordId(ip), id, ip.text);
        assert.deepEqual(scan.record(ip), file.record(ip), ip.text);
      },
      v6: (_start, _end, id) => ids.add(id),
    });
    assert(ids.size > 200, String(ids.size));
    for (const id of ids) {
      if (id) assert.deepEqual(scan.factsOf(id), file.factsOf(id));
    }
  });
});

Deno.test("MmdbScan.record - agrees with the library on texts of any length and kind", () => {
  const texts = [28, 29, 63, 64, 65, 284, 285, 40_000].flatMap((length) => [
    "a".repeat(length),
    "a".repeat(length - 2) + "é",
  ]);
  const record: MmdbValue = {
    texts: ["", "北京", "\ufeffmark", ...texts],
    numbers: [0, -1.5, 1e300],
    flags: { yes: true, no: false },
  };
  const bytes = writeMmdb([["1", record]]);
  const ip = ipv4FromValue(0x8000_0000);
  const read = scanOf(bytes).record(ip);
  assert.deepEqual(read, record);
  assert.deepEqual(MmdbFile.open(bytes).record(ip), read);
  assert.equal(scanOf(bytes).record(ipv4FromValue(0)), null);
});

const valueOf = (...bytes: number[]) => {
  const source = Uint8Array.from(bytes);
  const pages = new PagedBytes({
    size: source.length,
    readAt: (at, into) => into.set(source.subarray(at, at + into.length)),
  });
  return new MmdbValues(pages, 0).decode(0);
};

Deno.test("MmdbValues.decode - integers, floats and bytes", () => {
  assert.equal(valueOf(0xa2, 0x12, 0x34), 0x1234);
  assert.equal(valueOf(0xc4, 0xff, 0xff, 0xff, 0xff), 0xffff_ffff);
  assert.equal(valueOf(0x04, 0x01, 0xff, 0xff, 0xff, 0xfe), -2);
  assert.equal(valueOf(0x02, 0x01, 0xff, 0xff), 0xffff);
  assert.equal(valueOf(0x05, 0x02, 1, 0, 0, 0, 0), 2 ** 32);
  assert.equal(valueOf(0x04, 0x08, 0x3f, 0xc0, 0, 0), 1.5);
  assert.deepEqual(valueOf(0x82, 7, 8), Uint8Array.of(7, 8));
  // An array of a text, and of a pointer to it.
  assert.deepEqual(valueOf(0x02, 0x04, 0x41, 0x61, 0x20, 2), ["a", "a"]);
});

Deno.test("MmdbValues.decode - throws for damaged values", () => {
  for (
    const [message, bytes] of [
      [/^Error: a record is too large$/, [0x20, 0]],
      [
        /^Error: a record is too large$/,
        [0x1f, 0x04, 0xff, 0xff, 0xff].concat(new Array(2_000).fill(0xa0)),
      ],
      [/^Error: it is truncated$/, [0x45, 0x61]],
      [/^Error: it is truncated$/, []],
      [/^Error: it is truncated$/, [0x20, 9]],
      [/^Error: unknown type 12$/, [0x00, 0x05]],
      [/^Error: a key is not text$/, [0xe1, 0xa0, 0xa0]],
      [/^Error: a number of 2 bytes$/, [0x62, 0, 0]],
    ] as const
  ) {
    assert.throws(() => valueOf(...bytes), message, String(bytes));
  }
});

Deno.test("MmdbScan.forEachBlock - throws for a tree that has cycles", () => {
  for (const ipVersion of [4, 6] as const) {
    const bytes = writeMmdb([["11", { a: "x" }]], { ipVersion });
    // The first node's right side leads to itself.
    bytes.set([0, 0, 0], 3);
    assert.throws(
      () => scanOf(bytes).forEachBlock({ v4() {}, v6() {} }),
      { message: "its tree has cycles" },
      String(ipVersion),
    );
  }
});
