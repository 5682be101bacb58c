import assert from "node:assert/strict";
import { iso31662 } from "iso-3166";
import { provinceCode } from "../../../../lib/data/regional/china_provinces.ts";

Deno.test("provinceCode - knows a province with and without the word for what it is", () => {
  for (
    const [name, code] of [
      ["广东", "GD"],
      ["广东省", "GD"],
      ["北京", "BJ"],
      ["北京市", "BJ"],
      ["内蒙古", "NM"],
      ["内蒙古自治区", "NM"],
      ["广西壮族自治区", "GX"],
      ["宁夏回族自治区", "NX"],
      ["新疆维吾尔自治区", "XJ"],
      ["西藏自治区", "XZ"],
      ["香港特别行政区", "HK"],
      ["台湾省", "TW"],
    ]
  ) assert.equal(provinceCode(name), code, name);
});

Deno.test("provinceCode - knows no other name", () => {
  for (const name of ["", "省", "深圳市", "Guangdong", "constructor"]) {
    assert.equal(provinceCode(name), undefined, name);
  }
});

Deno.test("provinceCode - gives every code of ISO 3166-2:CN", () => {
  const names =
    "安徽 北京 重庆 福建 广东 甘肃 广西 贵州 河南 湖北 河北 海南 香港 黑龙江 湖南 吉林 江苏 江西 辽宁 澳门 内蒙古 宁夏 青海 四川 山东 上海 陕西 山西 天津 台湾 新疆 西藏 云南 浙江"
      .split(" ");
  assert.deepEqual(
    names.map((name) => `CN-${provinceCode(name)}`).sort(),
    iso31662.filter(({ parent }) => parent === "CN").map(({ code }) => code)
      .sort(),
  );
});
