import assert from "node:assert/strict";
import { doneText } from "../../../../lib/accounts/view/console_view.ts";

Deno.test("doneText - a known word has a sentence, in the language of the page", () => {
  assert.equal(doneText("signed-out"), "You have signed out.");
  assert.equal(doneText("signed-out", "zh"), "已退出登录。");
});

Deno.test("doneText - any other word has none", () => {
  for (const word of [null, "", "constructor", "__proto__", "Signed-out"]) {
    assert.equal(doneText(word), null);
  }
  assert.equal(doneText("toString", "zh"), null);
});
