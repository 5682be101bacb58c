import { LRUCache } from "lru-cache";
import { mapMaybeAsync } from "../core/maybe_async.ts";

interface Kept<Page> {
  readonly madeOf: readonly unknown[];
  readonly page: Page;
}

/**
 * Caches rendered pages or their templates until anything that they depend on
 * changes. Rendering is nearly all of a page's cost.
 */
export class PageCache<Page extends object> {
  readonly #kept: LRUCache<string, Kept<Page>>;

  /** @param maxKept maximum number of pages; evicts the least recently used */
  constructor(maxKept = 1_000) {
    this.#kept = new LRUCache({ max: maxKept });
  }

  /**
   * Returns a cached page, or creates it.
   *
   * @param key all texts that the page depends on
   * @param madeOf all objects that it depends on; they are immutable, and a
   * change replaces them
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
