import assert from "node:assert/strict";
import {
  eventText,
  objectTypeText,
  statusText,
} from "../../../../lib/whois/view/registration_view.ts";
import { whoisTexts } from "../../../../lib/whois/view/texts.ts";

const cases = [
  ["client transfer prohibited", "注册商禁止转移"],
  ["server hold", "注册局暂停解析"],
  ["redemption period", "赎回期"],
  ["ACTIVE", "正常"],
  ["ok", "正常"],
  ["Delegated, verified", "Delegated, verified"],
  ["constructor", "constructor"],
] as const;
for (const [english, chinese] of cases) {
  Deno.test(`status - ${english} is ${chinese}`, () => {
    assert.equal(statusText(english, "zh"), chinese);
    assert.equal(statusText(english, "en"), english);
  });
}

const rows = [
  ["domain", "域名"],
  ["ip network", "IP 网段"],
  ["autnum", "自治系统"],
  ["help", "help"],
] as const;
for (const [english, chinese] of rows) {
  Deno.test(`objectType - ${english} is ${chinese}`, () => {
    assert.equal(objectTypeText(english, "zh"), chinese);
    assert.equal(objectTypeText(english, "en"), english);
  });
}

Deno.test("event - writes acronyms in capitals", () => {
  assert.equal(
    eventText("last update of rdap database", "en"),
    "Last update of RDAP database",
  );
  assert.equal(eventText("last changed", "en"), "Last changed");
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
