import { LruMap } from "../profile/lru.ts";
import { htmlAnswer } from "./answers.ts";

interface RenderedPage {
  readonly madeOf: readonly unknown[];
  readonly html: string;
}

/**
 * Pages as they were rendered, by whom they are for. Whoever asks again before
 * anything on a page has changed gets it as it was: rendering is nearly all that
 * it costs.
 */
export class RenderedPages {
  readonly #kept: LruMap<string, RenderedPage>;

  /** @param maxKept the page asked for longest ago makes room */
  constructor(maxKept = 1_000) {
    this.#kept = new LruMap(maxKept);
  }

  /**
   * A page: as it is kept, or else as it is rendered now. One with a nonce is for
   * one answer and not kept.
   *
   * @param key all texts that the page hangs on
   * @param madeOf all objects that it hangs on; none of them ever changes, but
   * another one may take its place
   */
  async answer(
    key: string,
    madeOf: readonly unknown[],
    render: () => Promise<Response>,
  ): Promise<Response> {
    const kept = this.#kept.get(key);
    if (kept?.madeOf.every((part, i) => part === madeOf[i])) {
      return htmlAnswer(kept.html);
    }
    const page = await render();
    const html = await page.clone().text();
    if (!html.includes(' nonce="')) this.#kept.set(key, { madeOf, html });
    return page;
  }
}
