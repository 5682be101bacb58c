import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { errorText } from "../../../../lib/i18n/errors.ts";
import { AppError } from "../../../../lib/core/errors.ts";
import {
  notAssigned,
  notRegistered,
  queryFailed,
} from "../../../../lib/whois/whois_errors.ts";
import { parseWhoisTarget } from "../../../../lib/whois/whois_target.ts";
import { sentencesIn } from "../../../support/fault_sentences.ts";

const isChinese = (message: string) => /\p{Script=Han}/u.test(message);
const chineseOf = (message: string) => errorText("zh", message);

Deno.test("whoisErrors - every sentence of a failed question has its Chinese", async () => {
  const sentences = await sentencesIn("lib/whois", {
    reason: "there was no answer in time",
  });
  assert(sentences.length >= 8, `${sentences.length} are found`);
  const texts = sentences.map(chineseOf);
  assert.deepEqual(texts.filter((text) => !isChinese(text)), []);
});

Deno.test("whoisErrors - every reason of a registry's failure has its Chinese", async () => {
  const source = await readFile(
    new URL(
      "../../../../lib/whois/rdap/registry_error.ts",
      import.meta.url,
    ),
    "utf8",
  );
  const [, block] = /REASONS = \{([^]*?)\n\} as const;/.exec(source) ?? [];
  const reasons = [...block.matchAll(/"(.+?)",/g)].map(([, text]) => text);
  assert(reasons.length >= 13, `${reasons.length} are found`);
  const texts = reasons.map((reason) => chineseOf(queryFailed(reason).message));
  for (const text of texts) {
    assert.match(text, /^无法查询注册机构：[^a-z]+。请稍后再试。$/, text);
  }
  assert.equal(new Set(texts).size, texts.length);
});

Deno.test("whoisErrors - every reason why a text is no target has its Chinese", () => {
  const texts = ["", "a b", "x".repeat(300), "1.2.3", "1::2::3", "x"].concat(
    ["AS99999999999", "192.0.2.0/99"],
  ).map((target) => {
    try {
      parseWhoisTarget(target);
    } catch (error) {
      if (error instanceof AppError) return chineseOf(error.message);
    }
    throw new Error(`${target} is a target`);
  });
  assert.deepEqual(texts.filter((text) => !isChinese(text)), []);
  assert.equal(new Set(texts).size, texts.length);
});

Deno.test("whoisErrors - keeps what the sentence is about", () => {
  assert.equal(
    chineseOf(notRegistered("none.test").message),
    "没有 none.test 的注册记录。",
  );
  assert.equal(
    chineseOf(notAssigned("2001:db8::/32").message),
    "没有 2001:db8::/32 的注册记录：它不由任何注册机构分配。",
  );
});
