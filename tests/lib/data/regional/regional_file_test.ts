import assert from "node:assert/strict";
import fc from "fast-check";
import {
  openRegionalFile,
  readRegionalFile,
  type RegionalFile,
} from "../../../../lib/data/regional/regional_file.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
} from "../../../../lib/net/ip_address.ts";
import { IPDB_FIELDS, IPDB_V4, writeIpdb } from "../../../support/ipdb.ts";
import { writeXdb } from "../../../support/xdb.ts";
import { forAll } from "../../../support/for_all.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

function factsAt(file: RegionalFile, text: string) {
  const ip: IpAddress | null = parseIp(text);
  assert(ip, text);
  const id = file.find(ip);
  return id === 0 ? null : file.facts(id);
}

const facts = {
  countryCode: "CN",
  region: "Guangdong",
  regionCode: "GD",
  city: "Shenzhen",
  isp: "China Telecom",
};

const xdb = writeXdb([
  ["0.0.0.0", "0.255.255.255", "0|0|内网IP|内网IP|0"],
  ["1.0.1.0", "1.0.3.255", "中国|广东省|深圳市|电信|CN"],
]);
const ipdb = writeIpdb([
  [IPDB_V4 + "00000001", ["中国", "广东省", "深圳市", "", "", "电信", "CN"]],
  [IPDB_V4 + "00001010", ["局域网", "", "", "", "", "局域网", ""]],
]);

Deno.test("openRegionalFile - reads an xdb of structure 3", () => {
  const file = openRegionalFile(xdb);
  assert.equal(file.type, "xdb-v4");
  assert.equal(file.builtAt, 1_780_000_000_000);
  assert.deepEqual(factsAt(file, "1.0.2.1"), facts);
  assert.deepEqual(factsAt(file, "0.1.2.3"), {});
  assert.equal(factsAt(file, "9.9.9.9"), null);
});

Deno.test("openRegionalFile - reads an xdb of structure 2", () => {
  const file = openRegionalFile(writeXdb([
    ["0.0.0.0", "0.255.255.255", "0|0|0|内网IP|内网IP"],
    ["1.0.1.0", "1.0.3.255", "中国|0|广东省|深圳市|电信"],
    ["1.2.0.0", "1.2.0.255", "中国|0|香港|0|电讯盈科"],
  ], { structure: 2 }));
  assert.equal(file.type, "xdb-v4");
  assert.deepEqual(factsAt(file, "1.0.2.1"), facts);
  assert.deepEqual(factsAt(file, "1.2.0.1"), {
    countryCode: "HK",
    isp: "PCCW",
  });
  assert.deepEqual(factsAt(file, "0.1.2.3"), {});
});

Deno.test("openRegionalFile - reads an xdb for IPv6", () => {
  const range = ["240e::", "240e::ffff", "中国|广东省|深圳市|电信|CN"] as const;
  const file = openRegionalFile(writeXdb([range], { family: 6 }));
  assert.equal(file.type, "xdb-v6");
  assert.deepEqual(factsAt(file, "240e::1"), facts);
  assert.equal(factsAt(file, "1.0.2.1"), null);
});

Deno.test("openRegionalFile - reads an ipdb, with district and coordinates", () => {
  const file = openRegionalFile(ipdb);
  assert.equal(file.type, "ipdb-v4-v6");
  assert.equal(file.builtAt, 1_780_000_000_000);
  assert.deepEqual(factsAt(file, "1.0.2.1"), facts);
  assert.deepEqual(factsAt(file, "10.0.0.1"), {});
  const values = [
    "中国",
    "上海",
    "上海",
    "浦东新区",
    "",
    "",
    "CN",
    "31.2",
    "121.4",
  ];
  const rich = openRegionalFile(writeIpdb([[IPDB_V4 + "0", values]], {
    fields: [...IPDB_FIELDS, "latitude", "longitude"],
    ipVersion: 1,
  }));
  assert.equal(rich.type, "ipdb-v4");
  assert.deepEqual(factsAt(rich, "1.0.2.1"), {
    countryCode: "CN",
    region: "Shanghai",
    regionCode: "SH",
    city: "Shanghai",
    district: "浦东新区",
    latitude: 31.2,
    longitude: 121.4,
  });
});

Deno.test("openRegionalFile - throws for any other file", () => {
  for (const text of ["", "\0\0", "hello", "{}"]) {
    assert.throws(
      () => openRegionalFile(new TextEncoder().encode(text)),
      /^Error: Cannot open the (xdb|ipdb): /,
    );
  }
});

Deno.test("readRegionalFile - detects the format, and names the path in its errors", async () => {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const path = `${folder}/any.name`;
  await Deno.writeFile(path, ipdb);
  assert.equal((await readRegionalFile(path)).type, "ipdb-v4-v6");
  await Deno.writeFile(path, ipdb.subarray(0, -9));
  await assert.rejects(
    readRegionalFile(path),
    /^Error: Cannot use the regional file .*any\.name: Cannot open the ipdb: \d+ bytes instead of \d+$/,
  );
  await assert.rejects(
    readRegionalFile(`${folder}/none`),
    /^Error: Cannot use the regional file .*none: No such file/,
  );
});

const addresses: IpAddress[] = [
  0,
  0x00ffffff,
  0x01000200,
  0x010003ff,
  0x0a000001,
  0xffffffff,
].map(ipv4FromValue);

for (const [name, whole] of [["xdb", xdb], ["ipdb", ipdb]] as const) {
  /** Offsets at which a change has an effect: an xdb is mostly empty cells. */
  const place = fc.oneof(
    fc.nat(Math.min(whole.length, 400) - 1),
    fc.nat(Math.min(whole.length, 400) - 1).map((n) => whole.length - 1 - n),
    fc.constantFrom(...[256, 260, 256 + 0x100 * 8, 260 + 0x100 * 8])
      .map((at) => Math.min(at, whole.length - 1)),
  );
  const flips = fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 6 });
  const cut = fc.option(fc.nat(whole.length), { nil: whole.length });
  Deno.test(`openRegionalFile - at worst throws on a damaged ${name}`, () => {
    forAll([flips, cut], (flips, length) => {
      const bytes = whole.slice(0, length);
      for (const [at, value] of flips) bytes[at] = value;
      try {
        const file = openRegionalFile(bytes);
        const ips = [...addresses, ipv6FromWords([0x240e0000, 0, 0, 1])];
        for (const ip of ips) {
          const id = file.find(ip);
          assert(id >= 0 && Number.isSafeInteger(id));
          if (id === 0) continue;
          for (const value of Object.values(file.facts(id))) {
            assert(typeof value === "number" || value.length <= 200);
          }
        }
      } catch (error) {
        assert(error instanceof Error);
        assert.notEqual(error.name, "AssertionError", error.message);
      }
    }, { numRuns: 300 });
  });
  Deno.test(`openRegionalFile - throws for a truncated ${name}`, () => {
    forAll([fc.nat(whole.length - 1)], (length) => {
      assert.throws(
        () => openRegionalFile(whole.subarray(0, length)),
        /^Error: Cannot open the /,
      );
    });
  });
}
