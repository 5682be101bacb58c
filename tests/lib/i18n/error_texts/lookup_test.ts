import assert from "node:assert/strict";
import { errorText } from "../../../../lib/i18n/errors.ts";
import { sentencesIn } from "../../../support/fault_sentences.ts";

Deno.test("lookupErrors - every sentence of a failed lookup has its Chinese", async () => {
  const sentences = await sentencesIn("lib/lookup");
  assert(sentences.length >= 18, `${sentences.length} are found`);
  const untranslated = sentences.filter((text) =>
    !/\p{Script=Han}/u.test(errorText("zh", text))
  );
  assert.deepEqual(untranslated, []);
});

Deno.test("lookupErrors - keeps the values of a sentence", () => {
  const cases: [english: string, chinese: string][] = [
    [
      "There is no such dns_match; it is one of left, middle, right.",
      "dns_match 的值无效，应为以下之一：left, middle, right。",
    ],
    [
      "There is no such side; it is one of alias, target.",
      "side 的值无效，应为以下之一：alias, target。",
    ],
    [
      "This network is too large: /20 is the widest that is looked up at once.",
      "网段过大：一次最多查询一个 /20。",
    ],
    [
      "This takes an IPv4 network as address/length, such as 192.0.2.0/24, of /22 or smaller.",
      "请输入“地址/前缀长度”形式的 IPv4 网段，如 192.0.2.0/24，不大于 /22。",
    ],
    [
      "The name servers could not answer: SERVFAIL.",
      "DNS 服务器无法应答：SERVFAIL。",
    ],
    [
      "Too many networks are being scanned. Please try again in 15 seconds.",
      "当前网段扫描过多，请在 15 秒后重试。",
    ],
  ];
  for (const [english, chinese] of cases) {
    assert.equal(errorText("zh", english), chinese);
  }
});
