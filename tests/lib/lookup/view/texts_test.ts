import assert from "node:assert/strict";
import { DNS_TYPES } from "../../../../lib/lookup/view/lookup_view.ts";
import { lookupTexts } from "../../../../lib/lookup/view/texts.ts";

Deno.test("lookupTexts - has a distinct name and a hint for each mode", () => {
  const sentences = { en: /^[A-Z].*\.$/, zh: /^输入.*。$/ };
  for (const language of ["en", "zh"] as const) {
    const { modes } = lookupTexts[language];
    const labels = DNS_TYPES.map((type) => modes[type].label);
    assert.equal(new Set(labels).size, 8);
    for (const type of DNS_TYPES) {
      assert.match(modes[type].hint, sentences[language]);
    }
  }
});
