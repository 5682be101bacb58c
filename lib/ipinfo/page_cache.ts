import { LRUCache } from "lru-cache";
import { mapMaybeAsync } from "../core/async.ts";

interface CachedPage<Page> {
  readonly madeOf: readonly unknown[];
  readonly page: Page;
}

/**
 * Caches rendered pages or their templates until anything that they depend on
 * changes. Rendering is nearly all of a page's cost.
 */
export class PageCache<Page extends object> {
  readonly #entries: LRUCache<string, CachedPage<Page>>;

  /** @param maxPages maximum number of pages; evicts the least recently used */
  constructor(maxPages = 1_000) {
    this.#entries = new LRUCache({ max: maxPages });
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
    const cached = this.#entries.get(key);
    if (cached?.madeOf.every((part, i) => part === madeOf[i])) {
      return cached.page;
    }
    return mapMaybeAsync(make(), (page) => {
      this.#entries.set(key, { madeOf, page });
      return page;
    });
  }
}
