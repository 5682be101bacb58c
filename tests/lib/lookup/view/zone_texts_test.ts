import assert from "node:assert/strict";
import { ZONE_CHECKS } from "../../../../lib/lookup/view/lookup_view.ts";
import { zoneTexts } from "../../../../lib/lookup/view/zone_texts.ts";

Deno.test("zoneTexts - both languages have a sentence for the same results", () => {
  const { en, zh } = zoneTexts;
  assert.deepEqual(Object.keys(en.untested), Object.keys(zh.untested));
  for (const check of ZONE_CHECKS) {
    assert.deepEqual(
      Object.keys(en.checks[check].results),
      Object.keys(zh.checks[check].results),
      check,
    );
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
  for (
    const name of ["server_checks", "dnssec_checks", "mail_checks", "mta_sts"]
  ) {
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
