/** What can be wrong with a page as a browser shows it, each as a list of what is. */
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

export const AXE = Deno.readTextFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
);

/** WCAG 2.2 AA holds all that came before. */
const TAGS = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

/** Those that other colours and another width can change. */
const RULES = [
  "color-contrast",
  "link-in-text-block",
  "scrollable-region-focusable",
  "target-size",
];

/** What axe finds: the rule, and each place of it with the reason. */
export async function violations(
  page: Page,
  { isAgain }: { isAgain: boolean },
): Promise<string[]> {
  const rules = isAgain
    ? { type: "rule", values: RULES }
    : { type: "tag", values: TAGS };
  const options = {
    runOnly: rules,
    resultTypes: ["violations"],
    preload: false,
  };
  return await page.evaluate(`axe.run(${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, any, all, none }) =>
        [impact, id, html, ...[...any, ...all, ...none].map((a) => a.message)]
          .join(" | "))))`);
}

/** What reaches beyond the right edge of the screen. */
export async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(`(() => {
    const { scrollWidth } = document.documentElement;
    const width = innerWidth;
    if (scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll("*")]
      .filter((e) => e.getBoundingClientRect().right > width + 0.5);
    return [width + ": reaches to " + scrollWidth,
      ...wide.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 120))];
  })()`);
}

/** What has moved since the page began to load. */
export async function shifts(page: Page): Promise<string[]> {
  return await page.evaluate(`new Promise((resolve) => {
    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries()))
      .observe({ type: "layout-shift", buffered: true });
    // What has happened is told in a task of its own, before that of a timer.
    requestAnimationFrame(() => setTimeout(() =>
      resolve(shifts.map(({ value, sources }) => "moved by " + value + ": " +
        sources.map(({ node }) => node?.className || node?.nodeName))), 20));
  })`);
}

/** What moves, or would, though nothing is to. */
export async function motions(page: Page): Promise<string[]> {
  return await page.evaluate(`
    [...document.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].flatMap((pseudo) => {
        const { animationName, transitionDuration, scrollBehavior } =
          getComputedStyle(element, pseudo);
        return animationName === "none" && transitionDuration === "0s" &&
            scrollBehavior === "auto"
          ? []
          : ["in motion: " + element.outerHTML.slice(0, 120)];
      }))`);
}

/** What is printed light on dark, and what can only be pressed or filled in. */
export async function unprintable(page: Page): Promise<string[]> {
  return await page.evaluate(`
    [...document.querySelectorAll("body, body *")].flatMap((element) => {
      // Whoever prints in the dark has chosen that for the screen.
      document.documentElement.dataset.theme = "dark";
      if (!element.checkVisibility()) return [];
      const isControl = element.matches("nav, button, input, select, textarea");
      const what = element.outerHTML.slice(0, 120);
      const { color, backgroundColor } = getComputedStyle(element);
      // Luminance of the channels as they are, 0 to 255; transparent is white.
      const light = (text) => {
        const [r, g, b, alpha = 1] = text.match(/[\\d.]+/g).map(Number);
        return alpha === 0 ? 255 : 0.21 * r + 0.72 * g + 0.07 * b;
      };
      return [
        ...isControl ? ["printed: " + what] : [],
        ...light(color) > 128 && element.textContent
          ? ["light: " + color + " " + what] : [],
        ...light(backgroundColor) < 200 && element.matches("body, main *")
          ? ["dark: " + backgroundColor + " " + what] : [],
      ];
    })`);
}
