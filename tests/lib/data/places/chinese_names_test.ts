import assert from "node:assert/strict";
import {
  chineseNameOf,
  cityInChinese,
  englishNameOf,
  englishProvider,
  latinNamesOf,
  providerInChinese,
  provinceCode,
  subdivisionInChinese,
} from "../../../../lib/data/places/chinese_names.ts";
import { iso31662 } from "iso-3166";
import { countries } from "countries-list";
import {
  cityRows,
  subdivisionRows,
} from "../../../../lib/facts/chinese_name_facts.ts";
import samples from "./chinese_names.json" with { type: "json" };

Deno.test("latinNamesOf - finds a place with and without its suffix", () => {
  for (const [name, latin] of samples.latinNames) {
    assert.equal(latinNamesOf(name)[0], latin, name);
  }
});

Deno.test("latinNamesOf - returns every spelling", () => {
  assert.deepEqual(latinNamesOf("厦门市"), ["xiamen", "amoy"]);
  assert.deepEqual(latinNamesOf("日喀则市"), ["shigatse", "xigaze", "rikaze"]);
});

Deno.test("latinNamesOf - empty for other names", () => {
  const names = ["", "市", "北京路", "北", "Beijing", "昆山市", "東京都"];
  for (const name of names) assert.deepEqual(latinNamesOf(name), [], name);
});

const englishNames = [
  ["北京市", "Beijing"],
  ["西安市", "Xi'an"],
  ["内蒙古自治区", "Inner Mongolia"],
  ["香港", "Hong Kong"],
  ["新北市", "New Taipei"],
  ["六安", "Lu'an"],
  ["厦门", "Xiamen"],
  ["延边朝鲜族自治州", "Yanbian"],
  ...["", "海淀区", "昆山市", "Beijing"].map((name) => [name, undefined]),
] as const;
for (const [name = "", english] of englishNames) {
  Deno.test(`englishNameOf - ${name || "no name"} is ${english}`, () =>
    assert.equal(englishNameOf(name), english));
}

const chineseNames = [
  ["Beijing", "BJ", "北京"],
  ["Xi'an", "SN", "西安"],
  ["Amoy", "FJ", "厦门"],
  ["Suzhou", "JS", "苏州"],
  ["Suzhou", "AH", "宿州"],
  ["Suzhou", "GD", undefined],
  // A town in Foshan, not the city in Yunnan.
  ["Dali", "GD", undefined],
  ["Dali", "YN", "大理"],
  ["Kashgar", "XJ", "喀什"],
  ["Shijiazhuang", "HE", "石家庄"],
  ["Taiyuanshi", "SX", "太原"],
  ["Taipei", "TW", "台北"],
  ["Taizhou", "ZJ", "台州"],
  ["London", "BJ", undefined],
  ["", "BJ", undefined],
  ["constructor", "BJ", undefined],
] as const;
for (const [english, regionCode, name] of chineseNames) {
  Deno.test(`chineseNameOf - ${english} in ${regionCode} is ${name}`, () =>
    assert.equal(chineseNameOf(english, regionCode), name));
}

const providers = [
  ["电信", "CN", "China Telecom"],
  ["中国电信", "CN", "China Telecom"],
  ["电信DNS服务器", "CN", "China Telecom"],
  ["联通IDC机房", "CN", "China Unicom"],
  ["中华电信", "CN", "Chunghwa Telecom"],
  ["阿里云", "CN", "Alibaba Cloud"],
  ["腾讯云", "CN", "Tencent Cloud"],
  // The word for telecom is no name in other countries.
  ["电信", "TW", "电信"],
  ["中国电信", "US", "China Telecom"],
  ["谷歌", "US", "Google"],
];
for (const name of ["", "KT", "Google LLC", "某某网络", "中国"]) {
  providers.push([name, "CN", name]);
}
for (const [name, country, english] of providers) {
  Deno.test(`englishProvider - ${name} in ${country} is ${english}`, () =>
    assert.equal(englishProvider(name, country), english));
}

Deno.test("provinceCode - finds a province with and without its suffix", () => {
  for (const [name, code] of samples.provinces) {
    assert.equal(provinceCode(name), code, name);
  }
});

Deno.test("provinceCode - undefined for other names", () => {
  for (const name of ["", "省", "深圳市", "Guangdong", "constructor"]) {
    assert.equal(provinceCode(name), undefined, name);
  }
});

Deno.test("provinceCode - covers every code of ISO 3166-2:CN", () => {
  const names =
    "安徽 北京 重庆 福建 广东 甘肃 广西 贵州 河南 湖北 河北 海南 香港 黑龙江 湖南 吉林 江苏 江西 辽宁 澳门 内蒙古 宁夏 青海 四川 山东 上海 陕西 山西 天津 台湾 新疆 西藏 云南 浙江"
      .split(" ");
  assert.deepEqual(names.map(provinceCode).sort(), firstLevelOf("CN").sort());
});

const cities = [
  ["GB", "London", "伦敦"],
  ["GB", "Newcastle upon Tyne", "纽卡斯尔"],
  ["BR", "São Paulo", "圣保罗"],
  ["US", "Washington D.C.", "华盛顿"],
  ["HK", "Tsim Sha Tsui", "尖沙咀"],
  ["TW", "Kaohsiung City", "高雄"],
  ["CA", "London", undefined],
  ["FR", "", undefined],
  ["FR", "巴黎", undefined],
  ["FR", "constructor", undefined],
  ["constructor", "name", undefined],
] as const;
for (const [countryCode, city, name] of cities) {
  Deno.test(`cityInChinese - ${city} in ${countryCode} is ${name}`, () =>
    assert.equal(cityInChinese(countryCode, city), name));
}

Deno.test("cities_zh.csv - every line has a country, and spellings of no other city of it", () => {
  const seen = new Map<string, string>();
  for (const { cells: { country, spellings, name }, at } of cityRows()) {
    assert(Object.hasOwn(countries, country), at);
    for (const spelling of spellings.split(" ")) {
      const other = seen.get(`${country} ${spelling}`);
      assert.equal(other, undefined, `${at}: ${spelling} is also at ${other}`);
      seen.set(`${country} ${spelling}`, at);
      assert.equal(cityInChinese(country, spelling), name, at);
    }
  }
});

/** ISO lists counties and councils at the same level as its countries. */
const FOUR_COUNTRIES = ["ENG", "NIR", "SCT", "WLS"];

function firstLevelOf(country: string): string[] {
  return country === "GB"
    ? FOUR_COUNTRIES
    : iso31662.filter(({ parent }) => parent === country)
      .map(({ code }) => code.slice(3));
}

const subdivisions = [
  ["CN", "GD", "广东省"],
  ["CN", "XJ", "新疆维吾尔自治区"],
  ["US", "CA", "加利福尼亚州"],
  ["JP", "13", "东京都"],
  ["DE", "BY", "巴伐利亚州"],
  ["GB", "ENG", "英格兰"],
  ["FR", "20R", "科西嘉"],
  ["AT", "9", "维也纳"],
  ["GB", "LND", undefined],
  ["US", "ca", undefined],
  ["US", "", undefined],
  ["us", "CA", undefined],
  ["IN", "DL", undefined],
  ["constructor", "name", undefined],
  ["US", "constructor", undefined],
] as const;
for (const [country, code, name] of subdivisions) {
  Deno.test(`subdivisionInChinese - ${country}-${code} is ${name}`, () =>
    assert.equal(subdivisionInChinese(country, code), name));
}

const rowsByCountry = Map.groupBy(
  subdivisionRows(),
  ({ cells }) => cells.country,
);
for (const [country, rows] of rowsByCountry) {
  Deno.test(`subdivisionInChinese - every subdivision of ${country} has a unique name`, () => {
    const codes = firstLevelOf(country);
    const names = codes.map((code) => subdivisionInChinese(country, code));
    const listed = rows.map(({ cells }) => cells.code);
    assert.deepEqual(listed, codes.toSorted(), rows[0].at);
    assert.equal(new Set(names).size, codes.length);
  });
}

for (const [name, shown] of samples.shownNames) {
  Deno.test(`providerInChinese - ${name || "no name"} is ${shown || "none"}`, () =>
    assert.equal(providerInChinese(name), shown));
}
