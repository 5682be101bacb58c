/** What can be wrong with a page as a browser shows it, each as a list of what is. */
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

export const AXE = Deno.readTextFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
);

/** Which rules axe applies. */
interface Rules {
  type: "rule" | "tag";
  values: readonly string[];
}

/** WCAG 2.2 AA holds all that came before. */
export const ALL_RULES: Rules = {
  type: "tag",
  values: [
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
  ],
};

/** Those that texts of another length, on another width, can change. */
const OF_LENGTHS = ["scrollable-region-focusable", "target-size"];

/** Those that hold colours against each other. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Those that hold only if a text is there, or differs from another. */
const OF_TEXTS = [
  "button-name",
  "document-title",
  "empty-heading",
  "empty-table-header",
  "html-has-lang",
  "html-lang-valid",
  "image-alt",
  "label",
  "label-title-only",
  "landmark-unique",
  "link-name",
  "role-img-alt",
  "select-name",
  "summary-name",
  "svg-img-alt",
  "valid-lang",
];

export const RULES_OF_LENGTHS: Rules = { type: "rule", values: OF_LENGTHS };

/** Everything that can differ between languages and screens, which share their elements. */
export const RULES_OF_LOOKS: Rules = {
  type: "rule",
  values: [...OF_COLOURS, ...OF_LENGTHS, ...OF_TEXTS],
};

/** Opens the first of what can be opened. */
export async function openDetails(page: Page, count: number): Promise<void> {
  await page.evaluate(`
    [...document.querySelectorAll("details")].slice(0, ${count})
      .forEach((details) => {
        // Of those with one name, only one would be open.
        details.removeAttribute("name");
        details.setAttribute("open", "");
      })`);
}

/** What axe finds: the rule, and each place of it with the reason. */
export async function violations(page: Page, rules: Rules): Promise<string[]> {
  const options = {
    runOnly: rules,
    resultTypes: ["violations"],
    preload: false,
    selectors: false,
  };
  return await page.evaluate(`axe.run(${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, any, all, none }) =>
        [impact, id, html, ...[...any, ...all, ...none].map((a) => a.message)]
          .join(" | "))))`);
}

/** What is hard to read on the backgrounds around it (WCAG 1.4.3). axe also sees what lies across, and takes ten times as long. */
export async function faint(page: Page): Promise<string[]> {
  return await page.evaluate(`(() => {
    const pen = new OffscreenCanvas(1, 1)
      .getContext("2d", { willReadFrequently: true });
    const luminance = () => {
      const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data]
        .map((value) => value / 255)
        .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const paint = (colour) => {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      return luminance();
    };
    const contrastOf = (colours) => {
      const [behind, text] = colours.map(paint).slice(-2);
      return (Math.max(behind, text) + 0.05) / (Math.min(behind, text) + 0.05);
    };
    const backgrounds = new Map([[null, ["white"]]]);
    const behind = (element) => {
      if (!backgrounds.has(element)) {
        backgrounds.set(element, [...behind(element.parentElement),
          getComputedStyle(element).backgroundColor]);
      }
      return backgrounds.get(element);
    };
    const contrasts = new Map();
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility() &&
        !element.matches(":disabled, :disabled *, svg *") &&
        [...element.childNodes].some((node) =>
          node.nodeType === Node.TEXT_NODE && node.data.trim() !== ""))
      .flatMap((element) => {
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        const colours = [...behind(element), color];
        const key = colours.join();
        if (!contrasts.has(key)) contrasts.set(key, contrastOf(colours));
        const size = parseFloat(fontSize) * (fontWeight >= 700 ? 24 / 18.66 : 1);
        return contrasts.get(key) >= (size >= 24 ? 3 : 4.5) ? []
          : ["faint: " + contrasts.get(key) + " " +
            element.outerHTML.slice(0, 120)];
      });
  })()`);
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

/** What is printed light on dark, and what can only be pressed or filled in; or that nothing is printed. */
export async function unprintable(page: Page): Promise<string[]> {
  return await page.evaluate(`(() => {
    // Whoever prints in the dark has chosen that for the screen.
    document.documentElement.dataset.theme = "dark";
    // Luminance of the channels as they are, 0 to 255; transparent is white.
    const light = (text) => {
      const [r, g, b, alpha = 1] = text.match(/[\\d.]+/g).map(Number);
      return alpha === 0 ? 255 : 0.21 * r + 0.72 * g + 0.07 * b;
    };
    const found = [...document.querySelectorAll("body, body *")]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const isControl = element
          .matches("nav, button, input, select, textarea");
        const { color, backgroundColor } = getComputedStyle(element);
        return [
          ...isControl ? ["printed"] : [],
          ...light(color) > 128 && element.textContent
            ? ["light: " + color] : [],
          ...light(backgroundColor) < 200 && element.matches("body, main *")
            ? ["dark: " + backgroundColor] : [],
        ].map((how) => how + " " + element.outerHTML.slice(0, 120));
      });
    const text = document.querySelector("main").innerText.trim();
    return text === "" ? [...found, "nothing is printed"] : found;
  })()`);
}
