import assert from "node:assert/strict";
import { isSamePlaceName } from "../../../../lib/data/places/place_names.ts";

const same: readonly (readonly [string, string])[] = [
  ["北京", "北京"],
  ["北京", "北京市"],
  ["北京市", "Beijing"],
  ["北京", "Beijing Shi"],
  ["Beijing", "beijing city"],
  ["南京市", "Nanjing"],
  ["西安市", "Xi’an"],
  ["西安", "Xi'an"],
  ["Xi'an", "Xi An"],
  ["宝鸡市", "Baojishi"],
  ["巴彦淖尔市", "Bayan Nur"],
  ["延边朝鲜族自治州", "Yanbian"],
  ["乌鲁木齐", "Ürümqi"],
  ["臺北市", "Taipei City"],
  ["江苏省", "Jiangsu"],
  ["广西壮族自治区", "Guangxi"],
  ["昆山市", "昆山"],
  ["朝阳区", "朝阳"],
  ["东城县", "东城"],
  ["New York", "New York City"],
  ["City of London", "London"],
  ["Zürich", "Zurich"],
  ["São Paulo", "Sao Paulo"],
];

Deno.test("isSamePlaceName - true for another script, spelling or suffix", () => {
  for (const [one, other] of same) {
    assert.equal(isSamePlaceName(one, other), true, `${one} ${other}`);
    assert.equal(isSamePlaceName(other, one), true, `${other} ${one}`);
  }
});

Deno.test("isSamePlaceName - false for another place or an unknown name", () => {
  for (
    const [one, other] of [
      ["南京市", "Suzhou"],
      ["南京市", "北京市"],
      ["Fresno", "Clovis"],
      ["昆山市", "Kunshan"],
      ["东京", "Tokyo"],
      ["City", "Town"],
      ["", "Beijing"],
      ["—", "–"],
    ]
  ) {
    assert.equal(isSamePlaceName(one, other), false, `${one} ${other}`);
    assert.equal(isSamePlaceName(other, one), false, `${other} ${one}`);
  }
});
