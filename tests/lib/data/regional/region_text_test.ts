import assert from "node:assert/strict";
import fc from "fast-check";
import { regionOfText } from "../../../../lib/data/regional/region_text.ts";

const shenzhen = {
  country: "中国",
  province: "广东省",
  city: "深圳市",
  isp: "电信",
};

Deno.test("regionOfText - reads the payload of structure 3", () => {
  assert.deepEqual(regionOfText("中国|广东省|深圳市|电信|CN", 3), {
    ...shenzhen,
    countryCode: "CN",
  });
  assert.deepEqual(regionOfText("中国|广东省|深圳市|电信|0", 3), {
    ...shenzhen,
    countryCode: undefined,
  });
});

Deno.test("regionOfText - reads the payload of structure 2", () => {
  assert.deepEqual(
    regionOfText("中国|华南|广东省|深圳市|电信", 2),
    shenzhen,
  );
});

Deno.test("regionOfText - reads either payload in a file of the other structure", () => {
  assert.deepEqual(
    regionOfText("中国|华南|广东省|深圳市|电信", 3),
    shenzhen,
  );
  assert.deepEqual(regionOfText("中国|广东省|深圳市|电信|CN", 2), {
    ...shenzhen,
    countryCode: "CN",
  });
  assert.deepEqual(regionOfText("中国|香港|0|电讯盈科|HK", 2), {
    country: "中国",
    countryCode: "HK",
    province: "香港",
    city: "0",
    isp: "电讯盈科",
  });
});

Deno.test("regionOfText - takes an ISP of two letters for no country", () => {
  assert.deepEqual(regionOfText("韩国|0|首尔|0|KT", 2), {
    country: "韩国",
    province: "首尔",
    city: "0",
    isp: "KT",
  });
});

Deno.test("regionOfText - reads a payload of four fields, without the code", () => {
  for (const structure of [2, 3]) {
    assert.deepEqual(regionOfText("中国|广东省|深圳市|电信", structure), {
      ...shenzhen,
      countryCode: undefined,
    });
  }
});

Deno.test("regionOfText - never fails", () => {
  const field = fc.oneof(fc.string(), fc.constantFrom("0", "", "中国", "CN"));
  const text = fc.array(field, { maxLength: 8 }).map((all) => all.join("|"));
  fc.assert(fc.property(text, fc.constantFrom(2, 3), (text, structure) => {
    const fields = text.split("|");
    for (const value of Object.values(regionOfText(text, structure))) {
      assert(value === undefined || fields.includes(value));
    }
  }));
});
