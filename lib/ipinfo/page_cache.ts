import { LRUCache } from "lru-cache";
import { mapMaybeAsync } from "../core/maybe_async.ts";

interface Kept<Page> {
  readonly madeOf: readonly unknown[];
  readonly page: Page;
}

/**
 * Pages, or what they are made from, by whom they are for. Whoever asks again
 * before anything on a page has changed gets it as it was: rendering is nearly
 * all that it costs.
 */
export class PageCache<Page extends object> {
  readonly #kept: LRUCache<string, Kept<Page>>;

  /** @param maxKept the page asked for longest ago makes room */
  constructor(maxKept = 1_000) {
    this.#kept = new LRUCache({ max: maxKept });
  }

  /**
   * A page: at once where it is kept, or else as it is made now.
   *
   * @param key all texts that the page depends on
   * @param madeOf all objects that it depends on; none of them ever changes, but
   * another one may take its place
   */
  get(
    key: string,
    madeOf: readonly unknown[],
    make: () => Page | Promise<Page>,
  ): Page | Promise<Page> {
    const kept = this.#kept.get(key);
    if (kept?.madeOf.every((part, i) => part === madeOf[i])) return kept.page;
    return mapMaybeAsync(make(), (page) => {
      this.#kept.set(key, { madeOf, page });
      return page;
    });
  }
}
