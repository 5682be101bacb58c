import assert from "node:assert/strict";
import { doneText } from "../../../../lib/accounts/view/console_view.ts";
import {
  adminDoneTexts,
  adminTexts,
} from "../../../../lib/admin/view/texts.ts";
import { FEEDS } from "../../../../lib/facts/feed_facts.ts";
import { configuredFeeds } from "../../../../lib/data/update/update_settings.ts";
import { bundledData } from "../../../support/bundled_data.ts";

Deno.test("adminDoneTexts - a sentence for a known word, null for any other", () => {
  const english = doneText("lifted", "en", adminDoneTexts);
  assert.equal(english, "The ban has been lifted.");
  assert.equal(doneText("lifted", "zh", adminDoneTexts), "封禁已解除。");
  for (const word of [null, "", "toString", "__proto__", "<b>"]) {
    assert.equal(doneText(word, "en", adminDoneTexts), null);
  }
  assert.equal(doneText("constructor", "zh", adminDoneTexts), null);
});

Deno.test("adminTexts - name each feed once, in both languages", async () => {
  const config = { DATA_DIR: "", DATA_URLS: [], GEOFEEDS: [] };
  const feeds = await Promise.all(
    (["city", "country"] as const).map((GEO_EDITION) =>
      configuredFeeds({ ...config, GEO_EDITION }, bundledData, Date.now)
    ),
  );
  const expected = new Set([
    ...["DB-IP city lite", "DB-IP country lite"],
    ...["Autonomous systems", "Registered countries"],
    ...[...feeds.flat(), ...FEEDS].map(({ name }) => name),
  ]);
  for (const { data } of Object.values(adminTexts)) {
    const named = Object.values(data.sources)
      .flatMap(({ names }) => Object.keys(names));
    assert.deepEqual(named.toSorted(), [...expected].sort());
  }
});
