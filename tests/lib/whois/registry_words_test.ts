import assert from "node:assert/strict";
import fc from "fast-check";
import { RegistryWords } from "../../../lib/whois/registry_words.ts";
import { whoisTexts } from "../../../lib/whois/view/texts.ts";

const english = new RegistryWords("en");
const chinese = new RegistryWords("zh");

const words = {
  status: [
    ["client transfer prohibited", "注册商禁止转移"],
    ["server hold", "注册局暂停解析"],
    ["redemption period", "赎回期"],
    ["ACTIVE", "正常"],
    ["ok", "正常"],
    ["Delegated, verified", "Delegated, verified"],
    ["constructor", "constructor"],
  ],
  objectType: [
    ["domain", "域名"],
    ["ip network", "IP 网段"],
    ["autnum", "自治系统"],
    ["help", "help"],
  ],
};
for (const kind of ["status", "objectType"] as const) {
  for (const [term, translation] of words[kind]) {
    Deno.test(`RegistryWords.${kind} - ${term} is ${translation}`, () => {
      assert.equal(chinese[kind](term), translation);
      assert.equal(english[kind](term), term);
    });
  }
}

Deno.test("RegistryWords.event - writes acronyms in capitals", () => {
  const event = english.event("last update of rdap database");
  assert.equal(event, "Last update of RDAP database");
  assert.equal(english.event("last changed"), "Last changed");
});

Deno.test("RegistryWords.roles - lists known and unknown roles, or says contact", () => {
  const rolesIn = (words: RegistryWords) =>
    [["abuse", "x"], []].map((roles) => words.roles(roles));
  assert.deepEqual(rolesIn(english), ["Abuse, x", "Contact"]);
  assert.deepEqual(rolesIn(chinese), ["滥用投诉联系人、x", "联系人"]);
});

for (const [name, words] of Object.entries(whoisTexts.zh.words)) {
  Deno.test(`${name} - has lower-case English keys and Chinese values`, () => {
    for (const [english, chinese] of Object.entries(words)) {
      assert.equal(english, english.toLowerCase());
      assert.match(chinese, /\p{Script=Han}/u);
    }
  });
}

Deno.test("statuses - has a server status for each client status", () => {
  const statuses = Object.keys(whoisTexts.zh.words.statuses);
  const client = statuses.filter((key) => key.startsWith("client"));
  assert.deepEqual(
    client.map((key) => key.replace("client", "server")),
    statuses.filter((key) => key.startsWith("server")),
  );
});

Deno.test("RegistryWords.span - counts whole years, else months, else days", () => {
  const cases = [
    ["1997-09-15T04:00Z", "2026-11-21T12:00Z", "29 years"],
    ["1997-11-21T12:00Z", "2026-11-21T12:00Z", "29 years"],
    ["1997-11-21T12:01Z", "2026-11-21T12:00Z", "28 years"],
    ["2025-11-21", "2026-11-21", "1 year"],
    ["2025-11-22", "2026-11-21", "11 months"],
    ["2026-10-21", "2026-11-21", "1 month"],
    ["2026-10-22", "2026-11-21", "30 days"],
    ["2026-11-20", "2026-11-21", "1 day"],
    ["2026-11-20T12:00Z", "2026-11-21T11:59Z", "less than a day"],
    ["2024-02-29", "2025-02-28", "11 months"],
    ["2024-02-29", "2025-03-01", "1 year"],
  ];
  for (const [from, to, text] of cases) {
    assert.equal(english.span(Date.parse(from), Date.parse(to)), text, from);
  }
});

const now = Date.parse("2026-11-21T12:00Z");
const day = 86_400_000;

Deno.test("RegistryWords.distance - distinguishes past and future", () => {
  assert.equal(english.distance(now - 400 * day, now), "1 year ago");
  assert.equal(english.distance(now, now), "less than a day ago");
  assert.equal(english.distance(now + 40 * day, now), "in 1 month");
});

Deno.test("RegistryWords.span - returns a text for every span", () => {
  const time = fc.integer({ min: -62e12, max: 253e12 });
  fc.assert(fc.property(time, time, (a, b) => {
    const text = english.span(Math.min(a, b), Math.max(a, b));
    assert.match(text, /^(?:less than a day|[1-9]\d* (?:year|month|day)s?)$/);
  }));
});

Deno.test("RegistryWords - spans and distances in Chinese", () => {
  assert.equal(chinese.span(now - 40 * day, now), "1 个月");
  assert.equal(chinese.distance(now - 400 * day, now), "1 年前");
  assert.equal(chinese.distance(now, now), "不到 1 天前");
  assert.equal(chinese.distance(now + 3 * day, now), "3 天后");
});
