import assert from "node:assert/strict";
import { englishProvider } from "../../../../lib/data/regional/provider_names.ts";

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
