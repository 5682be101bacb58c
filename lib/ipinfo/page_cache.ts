import { LRUCache } from "lru-cache";

interface RenderedPage {
  readonly madeOf: readonly unknown[];
  readonly html: string;
}

/**
 * Pages as they were rendered, by whom they are for. Whoever asks again before
 * anything on a page has changed gets it as it was: rendering is nearly all that
 * it costs.
 */
export class PageCache {
  readonly #kept: LRUCache<string, RenderedPage>;

  /** @param maxKept the page asked for longest ago makes room */
  constructor(maxKept = 1_000) {
    this.#kept = new LRUCache({ max: maxKept });
  }

  /**
   * The HTML of a page: as it is kept, or else as it is rendered now.
   *
   * @param key all texts that the page hangs on
   * @param madeOf all objects that it hangs on; none of them ever changes, but
   * another one may take its place
   */
  async html(
    key: string,
    madeOf: readonly unknown[],
    render: () => Promise<Response>,
  ): Promise<string> {
    const kept = this.#kept.get(key);
    if (kept?.madeOf.every((part, i) => part === madeOf[i])) return kept.html;
    const html = await (await render()).text();
    this.#kept.set(key, { madeOf, html });
    return html;
  }
}
