import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { errorText } from "../../../../lib/i18n/errors.ts";
import { accountErrors } from "../../../../lib/i18n/error_texts/account.ts";

const folder = new URL("../../../../lib/accounts/", import.meta.url);

/** What the sources of accounts hold between two quotes of a kind that reads as a sentence. */
async function sentences(quoted: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (
      !/^(?!view\/|sign_in\/(?:sign_in|session\.|failed_tries)|quotas\/quota_headers).*\.ts$/
        .test(path)
    ) continue;
    const source = await Deno.readTextFile(new URL(path, folder));
    for (const [, text] of source.matchAll(quoted)) found.add(text);
  }
  return [...found].sort();
}

Deno.test("accountErrors - has every sentence of the accounts, and no other", async () => {
  assert.deepEqual(
    await sentences(/"([A-Z][^"\n]* [^"\n]*\.)"/g),
    Object.keys(accountErrors.sentences).sort(),
  );
});

Deno.test("accountErrors - has a pattern for every sentence with a value, and no other", async () => {
  const { patterns } = accountErrors;
  const templates = await sentences(/`([A-Z][^`\n]*\$\{[^`\n]*\.)`/g);
  const used = templates.map((template) => {
    const example = template
      .replace("${unit}", "seconds")
      .replaceAll(/\$\{[^}]*\}/g, "12");
    return patterns.findIndex(([english]) => english.test(example));
  });
  assert.deepEqual(used.sort(), [...patterns.keys()]);
});

Deno.test("accountErrors - keeps the values of a sentence", () => {
  const cases: [english: string, chinese: string][] = [
    ["A password needs at least 10 characters.", "密码至少 10 个字符。"],
    ["A password can have at most 200 characters.", "密码最多 200 个字符。"],
    [
      "A name has 1 to 60 characters, on one line.",
      "名称为 1 至 60 个字符，不能换行。",
    ],
    [
      "This account has 5 tokens, and no room for more. A new one can replace one of them.",
      "此账号已有 5 个令牌，名额已满。可以用新令牌替换其中一个。",
    ],
    [
      "All 5 places for tokens are taken; that of a revoked token is free again at 2026-12-01T00:00:00Z.",
      "5 个令牌名额均被占用；已吊销令牌的名额将于 2026-12-01T00:00:00Z 释放。",
    ],
    [
      "The quota must be a whole number from 0 to 1000000000.",
      "配额须为 0 至 1000000000 的整数。",
    ],
    [
      "This is too early: please wait 1 more second.",
      "时间未到，请再等 1 秒。",
    ],
    [
      "This is too early: please wait 5 more seconds.",
      "时间未到，请再等 5 秒。",
    ],
    [
      "No more today: 3 ads a day add to a quota. The next day begins at 00:00 UTC.",
      "今天的次数已用完：每天最多 3 个广告可增加配额，00:00 UTC 起重新计数。",
    ],
  ];
  for (const [english, chinese] of cases) {
    assert.equal(errorText("zh", english), chinese);
  }
});
