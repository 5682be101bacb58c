import assert from "node:assert/strict";
import { errorText } from "../../../../lib/i18n/errors.ts";
import { adminErrors } from "../../../../lib/i18n/error_texts/admin.ts";
import { sentencesIn } from "../../../support/fault_sentences.ts";

const FOLDERS = [
  "lib/admin",
  "lib/limits",
  "lib/ipinfo/field_switches.ts",
  "routes/(account)/admin",
];
const samples = {
  "own.text": "192.0.2.7",
  'TIERS.join(", ")': "free, standard, vip",
  "block.address.family": "6",
  quota: "7 requests in 7 seconds",
  "\n    seconds(resetMs)\n  ": "7 seconds",
};
const sentences = (await Promise.all(
  FOLDERS.map((folder) => sentencesIn(folder, samples)),
)).flat();

Deno.test("adminErrors - every sentence of the administration has its Chinese", () => {
  assert(sentences.length >= 13, `${sentences.length} are found`);
  const untranslated = sentences.filter((text) =>
    !/\p{Script=Han}/u.test(errorText("zh", text))
  );
  assert.deepEqual(untranslated, []);
});

Deno.test("adminErrors - has no sentence that nobody says", () => {
  const idle = Object.keys(adminErrors.sentences).filter((text) =>
    !sentences.includes(text)
  );
  assert.deepEqual(idle, []);
  for (const [english] of adminErrors.patterns) {
    assert(sentences.some((text) => english.test(text)), `${english}`);
  }
});

Deno.test("adminErrors - keeps the values of a sentence", () => {
  const cases: [english: string, chinese: string][] = [
    [
      "You are at 2001:db8::7 yourself: this would shut you out.",
      "你自己的地址是 2001:db8::7：这样会把你自己封禁在外。",
    ],
    [
      "The hours must be a whole number from 1 to 87600.",
      "时长必须是 1 到 87600 之间的整数。",
    ],
    [
      "The tier must be one of free, standard, vip.",
      "等级必须是以下之一：free, standard, vip。",
    ],
    [
      "There are 1000 bans already: lift one, or ban a wider block.",
      "封禁已达 1000 条：请先解除一条，或封禁更大的网段。",
    ],
    [
      "A block of IPv6 addresses can be /16 at the widest.",
      "IPv6 网段的前缀长度不能小于 /16。",
    ],
    [
      "A reason is one line of up to 200 characters.",
      "原因须为一行，最多 200 个字符。",
    ],
  ];
  for (const [english, chinese] of cases) {
    assert.equal(errorText("zh", english), chinese);
  }
});
