import assert from "node:assert/strict";
import { latinNamesOf } from "../../../../lib/data/regional/china_names.ts";

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
