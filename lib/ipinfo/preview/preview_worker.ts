import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readFile } from "node:fs/promises";
import { serveThread } from "../../core/thread_request.ts";
import type { PreviewCard } from "./preview_card.ts";
import { landShapes, previewSvg } from "./preview_svg.ts";

/**
 * The worker thread that draws previews: one takes about a tenth of a second, which
 * must not delay requests. It ends when nobody asks, and its memory with it.
 */

export interface PreviewRequest {
  readonly card: PreviewCard;
  readonly dataRoot: string;
}

/** In `_data/preview/`. */
const FONTS = ["regular", "regular-ext", "bold"] as const;

async function openStudio(dataRoot: string) {
  const file = (name: string) => readFile(new URL(name, dataRoot));
  const [wasm, world, ...fontBuffers] = await Promise.all([
    file("preview/resvg.wasm"),
    file("../static/world.svg"),
    ...FONTS.map((name) => file(`preview/${name}.woff2`)),
  ]);
  await initWasm(wasm);
  const land = landShapes(world.toString());
  return async (card: PreviewCard) => {
    const flag = card.flag &&
      await file(`../static/flags/${card.flag}.svg`).then(String, () => "");
    const drawing = new Resvg(previewSvg(card, { flag, land }), {
      font: { fontBuffers, defaultFontFamily: "Inter" },
    });
    const image = drawing.render();
    const png = image.asPng();
    image.free();
    drawing.free();
    return png as Uint8Array<ArrayBuffer>;
  };
}

let studio: ReturnType<typeof openStudio> | undefined;

serveThread(async ({ card, dataRoot }: PreviewRequest) =>
  (await (studio ??= openStudio(dataRoot)))(card)
);
