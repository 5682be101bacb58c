import assert from "node:assert/strict";
import { browserTest as test } from "../../support/browser.ts";
import {
  isAddress,
  type Scenario,
  SCENARIOS,
} from "../../lib/egress/view/verdict/scenarios.ts";
import { axe } from "./egress_site.ts";
import { scenarioPage, scenarioPages, scenarioSite } from "./scenario_pages.ts";

/** What a page shows of a run: the whole, the parts, and what is in view. */
const SHOWN = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    states: [
      document.querySelector("[data-verdict]").dataset.verdict,
      ...all("[data-tile]").map((tile) => tile.dataset.state),
    ],
    headline: document.querySelector(".headline strong").textContent,
    remedies: all(".tile-fix").map((fix) => fix.getBoundingClientRect().bottom),
  };
})()`;

interface Shown {
  states: string[];
  headline: string;
  /** Where each ends, in pixels from the top of the view. */
  remedies: number[];
}

/** What the page has to show, and what its probes have to tell apart. */
function featuresOf(scenario: Scenario): string[] {
  const { v4, v6, dns, webrtc, whole, parts } = scenario;
  const words = webrtc.split(" ").map((word) =>
    isAddress(word) ? "address" : word.replace(/:.*/, ":")
  );
  return [
    `${whole} ${parts}`,
    ...Object.entries({ v4, v6, dns })
      .map(([probe, state]) => `${probe} ${isAddress(state) ? "" : state}`),
    ...words.map((word) => `WebRTC ${word}`),
    ...["site", "nat64"].filter((key) => key in scenario),
  ];
}

/** Those with a feature that none before has: `whole_test.ts` has all. */
const seen = new Set<string>();
const DIFFERENT = SCENARIOS.filter((scenario) => {
  const { size } = seen;
  featuresOf(scenario).forEach((feature) => seen.add(feature));
  return seen.size > size;
});

test("egress page - has the whole and the parts of all kinds of scenarios, and the first remedy in view on a phone", async (browser) => {
  await using site = await scenarioSite();
  const pageOf = await scenarioPages(browser, site, {
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
  });
  for (const scenario of DIFFERENT) {
    const { name, whole, parts, headline } = scenario;
    const page = await pageOf(scenario);
    const shown: Shown = await page.evaluate(SHOWN);
    assert.deepEqual(shown.states, [whole, ...parts], name);
    if (headline) assert.equal(shown.headline, headline, name);
    const isOpen = parts.some((part) => ["leak", "unsure"].includes(part));
    assert.equal(shown.remedies.length > 0, isOpen, name);
    assert(!isOpen || Math.min(...shown.remedies) < 844, name);
  }
  assert.deepEqual(site.app.logged, []);
});

test("egress page - shows each whole in view on a phone, in large letters, accessible in both themes and on paper", async (browser) => {
  const wholes = [...new Set(SCENARIOS.map(({ whole }) => whole))]
    .map((whole) => SCENARIOS.find((scenario) => scenario.whole === whole)!);
  await using site = await scenarioSite();
  await Promise.all(wholes.map(async (scenario, i) => {
    const page = await scenarioPage(browser, site, scenario, {
      viewport: { width: 390, height: 844 },
      colorScheme: i % 2 ? "dark" : "light",
      locale: i % 2 ? "zh-CN" : "en-GB",
    });
    const { whole } = scenario;
    const headline = page.locator(".headline strong");
    const box = await headline.boundingBox();
    assert(box && box.y > 0 && box.y + box.height < 844, whole);
    const sizeOf = (node: Element) => getComputedStyle(node).fontSize;
    assert.equal(await headline.evaluate(sizeOf), "28px");
    // The page scrolls down only, and screen readers hear the sentence at the end.
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    assert.equal(wide, 390, whole);
    const heard = await page.getByRole("status").first().textContent();
    assert(heard?.includes(await headline.textContent() ?? "?"), whole);
    // Where no part has a remedy, the whole has one if there is something to do.
    const hint = page.locator(".verdict > .hint");
    const isHint = whole === "no-tunnel" || whole === "untested";
    assert.equal(await hint.count(), isHint ? 1 : 0, whole);
    assert.deepEqual(await axe(page), [], whole);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: i % 2 ? "light" : "dark" });
    assert.deepEqual(await axe(page), [], whole);
    await page.emulateMedia({ media: "print" });
    assert.equal(await headline.isVisible(), true);
    const button = page.locator(".egress-start button").first();
    assert.equal(await button.isVisible(), false);
    await page.context().close();
  }));
});
