import assert from "node:assert/strict";
import fc from "fast-check";
import { countries } from "countries-list";
import {
  openRegionalFile,
  parseRegion,
  readRegionalFile,
  type RegionalFile,
  regionFacts,
} from "../../../../lib/data/regional/regional_file.ts";
import { ip } from "../../../support/address.ts";
import { IPDB_FIELDS, IPDB_V4, writeIpdb } from "../../../support/ipdb.ts";
import { writeXdb } from "../../../support/xdb.ts";
import { forAll } from "../../../support/for_all.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

function factsAt(file: RegionalFile, text: string) {
  const id = file.find(ip(text));
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
  const pccw = { countryCode: "HK", isp: "PCCW" };
  assert.deepEqual(factsAt(file, "1.2.0.1"), pccw);
  assert.deepEqual(factsAt(file, "0.1.2.3"), {});
});

Deno.test("openRegionalFile - reads an xdb for IPv6", () => {
  const range = ["240e::", "240e::ffff", "中国|广东省|深圳市|电信|CN"] as const;
  const file = openRegionalFile(writeXdb([range], { family: 6 }));
  assert.equal(file.type, "xdb-v6");
  assert.deepEqual(file.countryRuns(4), []);
  assert.equal(file.countryRuns(6).length, 1);
  assert.deepEqual(factsAt(file, "240e::1"), facts);
  assert.equal(factsAt(file, "1.0.2.1"), null);
});

Deno.test("openRegionalFile - reads an ipdb, with district and coordinates", () => {
  const file = openRegionalFile(ipdb);
  assert.equal(file.type, "ipdb-v4-v6");
  assert.equal(file.builtAt, 1_780_000_000_000);
  assert.deepEqual(factsAt(file, "1.0.2.1"), facts);
  assert.deepEqual(factsAt(file, "10.0.0.1"), {});
  const values = "中国 上海 上海 浦东新区   CN 31.2 121.4".split(" ");
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
    const open = () => openRegionalFile(new TextEncoder().encode(text));
    assert.throws(open, /^Error: Cannot open the (xdb|ipdb): /);
  }
});

Deno.test("readRegionalFile - detects the format, and names the path in its errors", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/any.name`;
  await Deno.writeFile(path, ipdb);
  assert.equal((await readRegionalFile(path)).type, "ipdb-v4-v6");
  await Deno.writeFile(path, ipdb.subarray(0, -9));
  await assert.rejects(
    readRegionalFile(path),
    /^Error: Cannot use the regional file .*any\.name: Cannot open the ipdb: \d+ bytes instead of \d+$/,
  );
  const none = readRegionalFile(`${folder.path}/none`);
  const message = /^Error: Cannot use the regional file .*none: No such file/;
  await assert.rejects(none, message);
});

const addresses = [
  ...["0.0.0.0", "0.255.255.255", "1.0.2.0", "1.0.3.255", "10.0.0.1"],
  ...["255.255.255.255", "240e::1"],
].map(ip);

for (const [name, whole] of [["xdb", xdb], ["ipdb", ipdb]] as const) {
  /** Offsets at which a change has an effect: an xdb is mostly empty cells. */
  const some = fc.nat(Math.min(whole.length, 400) - 1);
  const place = fc.oneof(
    some,
    some.map((n) => whole.length - 1 - n),
    fc.constantFrom(...[256, 260, 256 + 0x100 * 8, 260 + 0x100 * 8])
      .map((at) => Math.min(at, whole.length - 1)),
  );
  const flips = fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 6 });
  const cut = fc.option(fc.nat(whole.length), { nil: whole.length });
  Deno.test(`openRegionalFile - at worst throws on a damaged ${name}`, () =>
    forAll([flips, cut], (flips, length) => {
      const bytes = whole.slice(0, length);
      for (const [at, value] of flips) bytes[at] = value;
      try {
        const file = openRegionalFile(bytes);
        for (const ip of addresses) {
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
    }, { numRuns: 300 }));
  Deno.test(`openRegionalFile - throws for a truncated ${name}`, () =>
    forAll([fc.nat(whole.length - 1)], (length) => {
      const open = () => openRegionalFile(whole.subarray(0, length));
      assert.throws(open, /^Error: Cannot open the /);
    }));
}

const countryOf = (country: string) => regionFacts({ country }).countryCode;

Deno.test("regionFacts - finds countries by Chinese names, those of the files, and English names", () => {
  const cases = [
    ["中国", "CN"],
    ["美国", "US"],
    ["韩国", "KR"],
    ["刚果金", "CD"],
    ["阿联酋", "AE"],
    ["中国香港", "HK"],
    ["Germany", "DE"],
    // The name of a territory is one of a country, that of a province is not.
    ["香港", "HK"],
    ["澳门", "MO"],
    ["台湾省", "TW"],
    ["广东省", undefined],
    ["北京", undefined],
  ] as const;
  for (const [name, code] of cases) assert.equal(countryOf(name), code, name);
});

Deno.test("regionFacts - finds every country by CLDR's Chinese name", () => {
  const display = new Intl.DisplayNames("zh-Hans", { type: "region" });
  for (const code of Object.keys(countries)) {
    assert.equal(countryOf(display.of(code) ?? ""), code, code);
  }
});

Deno.test("regionFacts - takes codes of countries only", () => {
  assert.deepEqual(regionFacts({ countryCode: "TW" }), { countryCode: "TW" });
  for (const countryCode of ["EU", "cn", "constructor"]) {
    assert.deepEqual(regionFacts({ countryCode }), {}, countryCode);
  }
});

const shenzhen = {
  country: "中国",
  province: "广东省",
  city: "深圳市",
  isp: "电信",
};
const beijing = {
  countryCode: "CN",
  region: "Beijing",
  regionCode: "BJ",
  city: "Beijing",
};

/** As "country|province|city|district|isp". */
function factsOf(text: string) {
  const [country, province, city, district, isp] = text.split("|");
  return regionFacts({ country, province, city, district, isp });
}

const withDistrict = { ...facts, district: "南山区" };
const haidian = { ...beijing, district: "海淀区" };
const taipei = { countryCode: "TW", region: "Taipei" };
const shandong = { countryCode: "JP", region: "山东" };
const cases = [
  ["English names", "中国|广东省|深圳市|南山区|电信", withDistrict],
  ["0 and an empty string mean unknown", "中国|0|||0", { countryCode: "CN" }],
  ["Hong Kong may be given as a country", "香港", { countryCode: "HK" }],
  ["Macao may be given as a country", "澳门", { countryCode: "MO" }],
  ["Taiwan may be given as a country", "台湾|台北市", taipei],
  ["no code for provinces of other countries", "日本|山东", shandong],
  [
    "the district of a municipality is not its city",
    "中国|北京|海淀区",
    haidian,
  ],
  ["a municipality is its own city", "中国|北京|北京市", beijing],
] as const;
for (const [what, text, expected] of cases) {
  Deno.test(`regionFacts - ${what}`, () =>
    assert.deepEqual(factsOf(text), expected));
}

const noCountries = ["0", "", "内网IP", "IANA", "Reserved", "欧盟", "欧洲"];
for (const country of [...noCountries, "亚太地区", "保留"]) {
  Deno.test(`regionFacts - empty without a country: ${country || "no text"}`, () =>
    assert.deepEqual(factsOf(`${country}|内网IP|0||内网IP`), {}));
}

const rows = [
  ["HK", "香港"],
  ["HK", "香港特别行政区"],
  ["MO", "澳门"],
  ["TW", "台湾省"],
];
for (const [code, province] of rows) {
  Deno.test(`regionFacts - ${code} for ${province} in China, whatever the given code`, () => {
    const facts = { countryCode: code, city: "城", isp: "电信" };
    const region = { country: "中国", province, city: "城", isp: "电信" };
    for (const countryCode of [undefined, "CN", code]) {
      assert.deepEqual(regionFacts({ ...region, countryCode }), facts);
    }
  });
}

Deno.test("regionFacts - the country of other places, by code or by name", () => {
  const facts = { countryCode: "US", region: "加利福尼亚州", isp: "Google" };
  const region = { province: "加利福尼亚州", isp: "谷歌" };
  const [countryCode, country] = ["US", "美国"];
  for (
    const by of [{ countryCode }, { country }, { country, countryCode: "ZZ" }]
  ) assert.deepEqual(regionFacts({ ...region, ...by }), facts);
});

Deno.test("regionFacts - never contains control characters", () => {
  const field = fc.option(fc.string(), { nil: undefined });
  const region = fc.record({
    country: fc.constantFrom("中国", "美国", "0"),
    province: field,
    city: field,
    district: field,
    isp: field,
  });
  forAll([region], (region) => {
    for (const value of Object.values(regionFacts(region))) {
      assert.match(String(value), /^\P{Cc}+$/u);
      assert.notEqual(value, "0");
    }
  });
});

const withCode = { ...shenzhen, countryCode: "CN" };
const withoutCode = { ...shenzhen, countryCode: undefined };
const hongKong = {
  country: "中国",
  countryCode: "HK",
  province: "香港",
  city: "0",
  isp: "电讯盈科",
};
const seoul = { country: "韩国", province: "首尔", city: "0", isp: "KT" };
const payloads = [
  [3, "中国|广东省|深圳市|电信|CN", withCode],
  [3, "中国|广东省|深圳市|电信|0", withoutCode],
  [2, "中国|华南|广东省|深圳市|电信", shenzhen],
  // Of the other structure.
  [3, "中国|华南|广东省|深圳市|电信", shenzhen],
  [2, "中国|广东省|深圳市|电信|CN", withCode],
  [2, "中国|香港|0|电讯盈科|HK", hongKong],
  // An ISP of two letters is not a country.
  [2, "韩国|0|首尔|0|KT", seoul],
  // Four fields, without the code.
  [2, "中国|广东省|深圳市|电信", withoutCode],
  [3, "中国|广东省|深圳市|电信", withoutCode],
] as const;
for (const [structure, payload, expected] of payloads) {
  Deno.test(`parseRegion - ${payload} in a file of structure ${structure}`, () =>
    assert.deepEqual(parseRegion(payload, structure), expected));
}

Deno.test("parseRegion - never throws", () => {
  const field = fc.oneof(fc.string(), fc.constantFrom("0", "", "中国", "CN"));
  const text = fc.array(field, { maxLength: 8 }).map((all) => all.join("|"));
  forAll([text, fc.constantFrom(2, 3)], (text, structure) => {
    const fields = text.split("|");
    for (const value of Object.values(parseRegion(text, structure))) {
      assert(value === undefined || fields.includes(value));
    }
  });
});
