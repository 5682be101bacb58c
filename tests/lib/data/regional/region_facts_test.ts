import assert from "node:assert/strict";
import {
  parseRegion,
  regionFacts,
} from "../../../../lib/data/regional/region_facts.ts";
import { countries } from "countries-list";
import fc from "fast-check";

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
  ];
  for (const [name, code] of cases) assert.equal(countryOf(name), code, name);
});

Deno.test("regionFacts - finds every country by CLDR's Chinese name", () => {
  const display = new Intl.DisplayNames("zh-Hans", { type: "region" });
  for (const code of Object.keys(countries)) {
    assert.equal(countryOf(display.of(code) ?? ""), code, code);
  }
});

Deno.test("regionFacts - the name of a territory is one of a country, that of a province is not", () => {
  assert.deepEqual(
    ["香港", "澳门", "台湾省", "广东省", "北京"].map(countryOf),
    ["HK", "MO", "TW", undefined, undefined],
  );
});

Deno.test("regionFacts - takes codes of countries only", () => {
  assert.deepEqual(regionFacts({ countryCode: "TW" }), { countryCode: "TW" });
  for (const countryCode of ["EU", "cn", "constructor"]) {
    assert.deepEqual(regionFacts({ countryCode }), {}, countryCode);
  }
});

Deno.test("regionFacts - English names if there are any, with the codes", () => {
  assert.deepEqual(
    regionFacts({
      country: "中国",
      province: "广东省",
      city: "深圳市",
      district: "南山区",
      isp: "电信",
    }),
    {
      countryCode: "CN",
      region: "Guangdong",
      regionCode: "GD",
      city: "Shenzhen",
      district: "南山区",
      isp: "China Telecom",
    },
  );
});

Deno.test("regionFacts - 0 and an empty string mean unknown", () => {
  assert.deepEqual(
    regionFacts({ country: "中国", province: "0", city: "", isp: "0" }),
    { countryCode: "CN" },
  );
});

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
    assert.deepEqual(regionFacts(region), facts);
    assert.deepEqual(regionFacts({ ...region, countryCode: "CN" }), facts);
    assert.deepEqual(regionFacts({ ...region, countryCode: code }), facts);
  });
}

Deno.test("regionFacts - Hong Kong, Macao and Taiwan may be given as countries", () => {
  assert.deepEqual(regionFacts({ country: "香港" }), { countryCode: "HK" });
  assert.deepEqual(regionFacts({ country: "澳门" }), { countryCode: "MO" });
  assert.deepEqual(regionFacts({ country: "台湾", province: "台北市" }), {
    countryCode: "TW",
    region: "Taipei",
  });
});

Deno.test("regionFacts - the country of other places, by code or by name", () => {
  const facts = { countryCode: "US", region: "加利福尼亚州", isp: "Google" };
  const region = { province: "加利福尼亚州", isp: "谷歌" };
  assert.deepEqual(regionFacts({ ...region, countryCode: "US" }), facts);
  assert.deepEqual(regionFacts({ ...region, country: "美国" }), facts);
  assert.deepEqual(
    regionFacts({ ...region, country: "美国", countryCode: "ZZ" }),
    facts,
  );
});

Deno.test("regionFacts - no code for provinces of other countries", () => {
  assert.deepEqual(regionFacts({ country: "日本", province: "山东" }), {
    countryCode: "JP",
    region: "山东",
  });
});

Deno.test("regionFacts - the district of a municipality is not its city", () => {
  for (const city of ["海淀区", "北京市"]) {
    assert.deepEqual(regionFacts({ country: "中国", province: "北京", city }), {
      countryCode: "CN",
      region: "Beijing",
      regionCode: "BJ",
      city: "Beijing",
      ...city === "海淀区" && { district: city },
    });
  }
});

Deno.test("regionFacts - empty without a country", () => {
  const cases = [
    "0",
    "",
    "内网IP",
    "IANA",
    "Reserved",
    "欧盟",
    "欧洲",
    "亚太地区",
    "保留",
  ];
  for (const country of cases) {
    assert.deepEqual(
      regionFacts({ country, province: "内网IP", city: "0", isp: "内网IP" }),
      {},
      country,
    );
  }
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
  fc.assert(fc.property(region, (region) => {
    for (const value of Object.values(regionFacts(region))) {
      assert.match(String(value), /^\P{Cc}+$/u);
      assert.notEqual(value, "0");
    }
  }));
});

const shenzhen = {
  country: "中国",
  province: "广东省",
  city: "深圳市",
  isp: "电信",
};

Deno.test("parseRegion - reads the payload of structure 3", () => {
  assert.deepEqual(parseRegion("中国|广东省|深圳市|电信|CN", 3), {
    ...shenzhen,
    countryCode: "CN",
  });
  assert.deepEqual(parseRegion("中国|广东省|深圳市|电信|0", 3), {
    ...shenzhen,
    countryCode: undefined,
  });
});

Deno.test("parseRegion - reads the payload of structure 2", () => {
  assert.deepEqual(
    parseRegion("中国|华南|广东省|深圳市|电信", 2),
    shenzhen,
  );
});

Deno.test("parseRegion - reads a payload of either structure in a file of the other", () => {
  assert.deepEqual(
    parseRegion("中国|华南|广东省|深圳市|电信", 3),
    shenzhen,
  );
  assert.deepEqual(parseRegion("中国|广东省|深圳市|电信|CN", 2), {
    ...shenzhen,
    countryCode: "CN",
  });
  assert.deepEqual(parseRegion("中国|香港|0|电讯盈科|HK", 2), {
    country: "中国",
    countryCode: "HK",
    province: "香港",
    city: "0",
    isp: "电讯盈科",
  });
});

Deno.test("parseRegion - an ISP of two letters is not a country", () => {
  assert.deepEqual(parseRegion("韩国|0|首尔|0|KT", 2), {
    country: "韩国",
    province: "首尔",
    city: "0",
    isp: "KT",
  });
});

Deno.test("parseRegion - reads a payload of four fields, without the code", () => {
  for (const structure of [2, 3]) {
    assert.deepEqual(parseRegion("中国|广东省|深圳市|电信", structure), {
      ...shenzhen,
      countryCode: undefined,
    });
  }
});

Deno.test("parseRegion - never throws", () => {
  const field = fc.oneof(fc.string(), fc.constantFrom("0", "", "中国", "CN"));
  const text = fc.array(field, { maxLength: 8 }).map((all) => all.join("|"));
  fc.assert(fc.property(text, fc.constantFrom(2, 3), (text, structure) => {
    const fields = text.split("|");
    for (const value of Object.values(parseRegion(text, structure))) {
      assert(value === undefined || fields.includes(value));
    }
  }));
});
