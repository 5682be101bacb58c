import assert from "node:assert/strict";
import {
  EVENTS,
  OBJECT_TYPES,
  RELATIONS,
  ROLES,
  STATUSES,
} from "../../../../lib/whois/view/rdap_words.ts";
import { whoisTexts } from "../../../../lib/whois/view/texts.ts";

const { status, objectType } = whoisTexts.zh;

for (
  const [english, chinese] of [
    ["client transfer prohibited", "注册商禁止转移"],
    ["server hold", "注册局暂停解析"],
    ["redemption period", "赎回期"],
    ["ACTIVE", "正常"],
    ["ok", "正常"],
    ["Delegated, verified", "Delegated, verified"],
    ["constructor", "constructor"],
  ] as const
) {
  Deno.test(`status - ${english} is ${chinese}`, () => {
    assert.equal(status(english), chinese);
    assert.equal(whoisTexts.en.status(english), english);
  });
}

for (
  const [english, chinese] of [
    ["domain", "域名"],
    ["ip network", "IP 网段"],
    ["autnum", "自治系统"],
    ["help", "help"],
  ] as const
) {
  Deno.test(`objectType - ${english} is ${chinese}`, () => {
    assert.equal(objectType(english), chinese);
    assert.equal(whoisTexts.en.objectType(english), english);
  });
}

Deno.test("event - writes acronyms in capitals", () => {
  const { event } = whoisTexts.en;
  assert.equal(
    event("last update of rdap database"),
    "Last update of RDAP database",
  );
  assert.equal(event("last changed"), "Last changed");
});

for (
  const [name, words] of Object.entries({
    EVENTS,
    OBJECT_TYPES,
    RELATIONS,
    ROLES,
    STATUSES,
  })
) {
  Deno.test(`${name} - has lower-case English keys and Chinese values`, () => {
    for (const [english, chinese] of words) {
      assert.equal(english, english.toLowerCase());
      assert.match(chinese, /\p{Script=Han}/u);
    }
  });
}

Deno.test("STATUSES - has a server status for each client status", () => {
  const client = [...STATUSES.keys()].filter((key) => key.startsWith("client"));
  assert.deepEqual(
    client.map((key) => key.replace("client", "server")),
    [...STATUSES.keys()].filter((key) => key.startsWith("server")),
  );
});
