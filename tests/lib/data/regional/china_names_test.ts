import assert from "node:assert/strict";
import {
  chineseNameOf,
  englishNameOf,
  englishProvider,
  latinNamesOf,
} from "../../../../lib/data/regional/china_names.ts";

Deno.test("latinNamesOf - finds a place with and without its suffix", () => {
  for (
    const [name, latin] of [
      ["北京", "beijing"],
      ["北京市", "beijing"],
      ["南京市", "nanjing"],
      ["马鞍山市", "maanshan"],
      ["呼伦贝尔市", "hulunbuir"],
      ["江苏省", "jiangsu"],
      ["广西壮族自治区", "guangxi"],
      ["兴安盟", "hinggan"],
      ["大兴安岭地区", "dahinggan"],
      ["神农架林区", "shennongjia"],
      ["延边朝鲜族自治州", "yanbian"],
      ["黔西南布依族苗族自治州", "qianxinan"],
      ["西双版纳傣族自治州", "xishuangbanna"],
      ["西双版纳州", "xishuangbanna"],
      ["香港特别行政区", "hongkong"],
    ]
  ) assert.equal(latinNamesOf(name)[0], latin, name);
});

Deno.test("latinNamesOf - returns every spelling", () => {
  assert.deepEqual(latinNamesOf("厦门市"), ["xiamen", "amoy"]);
  assert.deepEqual(latinNamesOf("日喀则市"), ["shigatse", "xigaze", "rikaze"]);
});

Deno.test("latinNamesOf - empty for other names", () => {
  for (
    const name of ["", "市", "北京路", "北", "Beijing", "昆山市", "東京都"]
  ) {
    assert.deepEqual(latinNamesOf(name), [], name);
  }
});

Deno.test("englishNameOf - the usual English spelling", () => {
  for (
    const [name, english] of [
      ["北京市", "Beijing"],
      ["西安市", "Xi'an"],
      ["内蒙古自治区", "Inner Mongolia"],
      ["香港", "Hong Kong"],
      ["新北市", "New Taipei"],
      ["六安", "Lu'an"],
      ["厦门", "Xiamen"],
      ["延边朝鲜族自治州", "Yanbian"],
    ]
  ) assert.equal(englishNameOf(name), english, name);
  for (const name of ["", "海淀区", "昆山市", "Beijing"]) {
    assert.equal(englishNameOf(name), undefined, name);
  }
});

Deno.test("chineseNameOf - by the spelling, and by the province if two cities share it", () => {
  for (
    const [english, regionCode, name] of [
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
    ] as const
  ) {
    assert.equal(chineseNameOf(english, regionCode), name, english);
  }
});

Deno.test("englishProvider - the English name, without notes", () => {
  for (
    const [name, english] of [
      ["电信", "China Telecom"],
      ["中国电信", "China Telecom"],
      ["电信DNS服务器", "China Telecom"],
      ["联通IDC机房", "China Unicom"],
      ["中华电信", "Chunghwa Telecom"],
      ["阿里云", "Alibaba Cloud"],
      ["腾讯云", "Tencent Cloud"],
    ]
  ) assert.equal(englishProvider(name, "CN"), english, name);
});

Deno.test("englishProvider - other names as given", () => {
  for (const name of ["", "KT", "Google LLC", "某某网络", "中国"]) {
    assert.equal(englishProvider(name, "CN"), name, name);
  }
});

Deno.test("englishProvider - the word for telecom is no name in other countries", () => {
  assert.equal(englishProvider("电信", "TW"), "电信");
  assert.equal(englishProvider("中国电信", "US"), "China Telecom");
  assert.equal(englishProvider("谷歌", "US"), "Google");
});
