import assert from "node:assert/strict";
import {
  DNS_TYPES,
  ZONE_CHECKS,
} from "../../../../lib/lookup/view/lookup_view.ts";
import { lookupTexts, zoneTexts } from "../../../../lib/lookup/view/texts.ts";

Deno.test("lookupTexts - has a distinct name and a hint for each mode", () => {
  const sentences = { en: /^[A-Z].*\.$/, zh: /^输入.*。$/ };
  for (const language of ["en", "zh"] as const) {
    const { modes } = lookupTexts[language];
    assert.equal(new Set(DNS_TYPES.map((type) => modes[type].label)).size, 8);
    for (const type of DNS_TYPES) {
      assert.match(modes[type].hint, sentences[language]);
    }
  }
});

Deno.test("zoneTexts - every reason in the code of the checks has a sentence", async () => {
  const folder = new URL("../../../../lib/lookup/zone/", import.meta.url);
  const known = new Set(
    ZONE_CHECKS.flatMap((check) =>
      Object.keys(zoneTexts.en.checks[check].results)
    )
      .concat(Object.keys(zoneTexts.en.untested)),
  );
  let count = 0;
  const names = ["server_checks", "dnssec_checks", "mail_checks", "mta_sts"];
  for (const name of names) {
    const text = await Deno.readTextFile(new URL(`${name}.ts`, folder));
    for (
      const [, reason] of text.matchAll(
        /(?:(?:wrong|missing|untested)\(\s*"\w+",\s*|(?:all, |fail\()|reason: |return )"(\w+)"/g,
      )
    ) {
      assert(known.has(reason), reason);
      count++;
    }
  }
  assert(count > 30, String(count));
});
