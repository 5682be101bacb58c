import assert from "node:assert/strict";
import fc from "fast-check";
import { factsOfRegion } from "../../../../lib/data/regional/region_facts.ts";

Deno.test("factsOfRegion - gives the names as they are, with the codes", () => {
  assert.deepEqual(
    factsOfRegion({
      country: "中国",
      province: "广东省",
      city: "深圳市",
      district: "南山区",
      isp: "电信",
    }),
    {
      countryCode: "CN",
      region: "广东省",
      regionCode: "GD",
      city: "深圳市",
      district: "南山区",
      isp: "电信",
    },
  );
});

Deno.test("factsOfRegion - takes 0 and the empty string for unknown", () => {
  assert.deepEqual(
    factsOfRegion({ country: "中国", province: "0", city: "", isp: "0" }),
    { countryCode: "CN" },
  );
});

for (
  const [code, province] of [
    ["HK", "香港"],
    ["HK", "香港特别行政区"],
    ["MO", "澳门"],
    ["TW", "台湾省"],
  ]
) {
  Deno.test(`factsOfRegion - gives ${code} for ${province} in China, whatever code is said`, () => {
    const facts = { countryCode: code, city: "城", isp: "电信" };
    const region = { country: "中国", province, city: "城", isp: "电信" };
    assert.deepEqual(factsOfRegion(region), facts);
    assert.deepEqual(factsOfRegion({ ...region, countryCode: "CN" }), facts);
    assert.deepEqual(factsOfRegion({ ...region, countryCode: code }), facts);
  });
}

Deno.test("factsOfRegion - knows Hong Kong, Macao and Taiwan in the country's place", () => {
  assert.deepEqual(factsOfRegion({ country: "香港" }), { countryCode: "HK" });
  assert.deepEqual(factsOfRegion({ country: "澳门" }), { countryCode: "MO" });
  assert.deepEqual(factsOfRegion({ country: "台湾", province: "台北市" }), {
    countryCode: "TW",
    region: "台北市",
  });
});

Deno.test("factsOfRegion - gives the country of places elsewhere, by code or by name", () => {
  const facts = { countryCode: "US", region: "加利福尼亚州", isp: "谷歌" };
  const region = { province: "加利福尼亚州", isp: "谷歌" };
  assert.deepEqual(factsOfRegion({ ...region, countryCode: "US" }), facts);
  assert.deepEqual(factsOfRegion({ ...region, country: "美国" }), facts);
  assert.deepEqual(
    factsOfRegion({ ...region, country: "美国", countryCode: "ZZ" }),
    facts,
  );
});

Deno.test("factsOfRegion - gives a code to no province of another country", () => {
  assert.deepEqual(factsOfRegion({ country: "日本", province: "山东" }), {
    countryCode: "JP",
    region: "山东",
  });
});

Deno.test("factsOfRegion - says nothing without a country", () => {
  for (
    const country of ["0", "", "内网IP", "IANA", "Reserved", "亚太地区", "保留"]
  ) {
    assert.deepEqual(
      factsOfRegion({ country, province: "内网IP", city: "0", isp: "内网IP" }),
      {},
      country,
    );
  }
});

Deno.test("factsOfRegion - gives text without control characters, or nothing", () => {
  const field = fc.option(fc.string(), { nil: undefined });
  const region = fc.record({
    country: fc.constantFrom("中国", "美国", "0"),
    province: field,
    city: field,
    district: field,
    isp: field,
  });
  fc.assert(fc.property(region, (region) => {
    for (const value of Object.values(factsOfRegion(region))) {
      assert.match(String(value), /^\P{Cc}+$/u);
      assert.notEqual(value, "0");
    }
  }));
});
