import assert from "node:assert/strict";
import { adminDoneText } from "../../../../lib/admin/view/admin_view.ts";

Deno.test("adminDoneText - a sentence for a known word, null for any other", () => {
  assert.equal(adminDoneText("lifted"), "The ban has been lifted.");
  for (const word of [null, "", "toString", "__proto__", "<b>"]) {
    assert.equal(adminDoneText(word), null);
  }
});

Deno.test("adminDoneText - in Chinese", () => {
  assert.equal(adminDoneText("lifted", "zh"), "封禁已解除。");
  assert.equal(adminDoneText("constructor", "zh"), null);
});
