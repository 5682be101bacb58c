import assert from "node:assert/strict";
import type { PreviewCard } from "../../../../lib/ipinfo/preview/preview_card.ts";
import {
  landShapes,
  previewSvg,
} from "../../../../lib/ipinfo/preview/preview_svg.ts";
import samples from "./preview_svg.json" with { type: "json" };

const CARD: PreviewCard = {
  caption: "IPv4 address",
  heading: "81.2.69.142",
  flag: "gb",
  place: "London, United Kingdom",
  holder: "A & B <Net>",
  spot: null,
};

/** The texts of a picture with their sizes. */
function textsOf(card: Partial<PreviewCard>, flag = "") {
  const svg = previewSvg({ ...CARD, ...card }, { flag, land: [] });
  const texts = /<text x="(\d+)" .*? font-size="([\d.]+)".*?>(.*?)<\/text>/g;
  return [...svg.matchAll(texts)]
    .map(([, x, size, text]) => ({ x: Number(x), size: Number(size), text }));
}

Deno.test("previewSvg - has name, caption, heading, place and holder, escaped", () => {
  assert.deepEqual(textsOf({}).map(({ text }) => text), [
    "Porthole",
    "IPv4 address",
    "81.2.69.142",
    "London, United Kingdom",
    "A &amp; B &lt;Net&gt;",
  ]);
});

Deno.test("previewSvg - long texts are smaller, and end in an ellipsis if they are too long", () => {
  const [, , short] = textsOf({});
  const ip = "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff";
  const [, , long] = textsOf({ heading: ip });
  assert.equal(short.size, 112);
  assert.equal(long.text, ip);
  assert(long.size < 50, String(long.size));
  const name = `${"a".repeat(63)}.example`;
  const [, , heading, , holder] = textsOf({ heading: name, holder: name });
  assert.equal(heading.text, `${"a".repeat(59)}…`);
  assert.equal(holder.text, `${"a".repeat(47)}…`);
});

Deno.test("previewSvg - leaves out texts that its fonts cannot show", () => {
  const shown = (holder: string) =>
    textsOf({ holder }).some(({ text }) => text === holder);
  const latin = ["Kraków Łódź", "São Paulo · Örebro", "O’Neill – Net"];
  const others = ["中国电信", "Ростелеком", "👋"];
  assert.deepEqual([...latin, ...others].filter(shown), latin);
});

Deno.test("previewSvg - the place stands beside the flag", () => {
  const flag = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>`;
  const placeOf = (card: Partial<PreviewCard>, art: string) =>
    textsOf(card, art)[3].x;
  assert.equal(placeOf({}, flag), 156);
  assert.equal(placeOf({}, ""), 72);
  assert.equal(placeOf({ flag: "" }, flag), 72);
  const svg = previewSvg(CARD, { flag, land: [] });
  assert(svg.includes(`<svg x="72" y="432" width="60" height="40" xmlns=`));
});

const WORLD = `<svg viewBox="0 0 1000 500">
<path id="sea" transform="scale(0.2)" d="m0 0 9 9z"/>
<path id="land" transform="scale(0.2)" d="m50 100 10 0-5 20zm2000-50 10 0 0 10z"/>
<path id="borders" transform="scale(0.2)" d="m5 5 5 5"/>
</svg>`;

Deno.test("landShapes - returns each shape of the land with its bounds", () => {
  assert.deepEqual(landShapes(WORLD), samples.shapes);
});

Deno.test("landShapes - reads the world that the build draws", async () => {
  const world = new URL("../../../../static/world.svg", import.meta.url);
  const shapes = landShapes(await Deno.readTextFile(world));
  assert(shapes.length > 1_000, String(shapes.length));
  for (const { left, right, top, bottom } of shapes) {
    assert(left >= 0 && right <= 1_000 && top >= 0 && bottom <= 500);
  }
});

Deno.test("previewSvg - draws the land around the place alone", () => {
  const land = landShapes(WORLD);
  const at = (spot: PreviewCard["spot"]) => {
    const svg = previewSvg({ ...CARD, spot }, { flag: "", land });
    return land.map(({ path }) => svg.includes(path));
  };
  assert.deepEqual(at({ x: 11, y: 21 }), [true, false]);
  assert.deepEqual(at({ x: 411, y: 11 }), [false, true]);
  assert.deepEqual(at(null), [false, false]);
});
