import { LRUCache } from "lru-cache";
import { mapMaybeAsync } from "../core/async.ts";

/** Private-use characters, which no text of a page contains. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
const SLOT = new RegExp(`${OPEN}(\\w+)${CLOSE}`);
/** UTF-8 needs at most that many bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();
/** Where pages are put together; grows to the size of the largest. */
let buffer = new Uint8Array(2 ** 16);

/** The placeholder to render for a slot. */
export function slot(name: string): string {
  return OPEN + name + CLOSE;
}

/**
 * A page that is the same for everybody except for the contents of its slots.
 * The rest is rendered once and kept as bytes, because rendering is most of a
 * page's cost.
 *
 * @example
 * const template = new PageTemplate(`<h1>${slot("ip")}</h1>`, ["ip"]);
 * template.fill({ ip: "192.0.2.1" }); // the bytes of <h1>192.0.2.1</h1>
 */
export class PageTemplate<Slot extends string> {
  /** Fixed bytes, and slots at odd indexes. A slot may come several times. */
  readonly #parts: readonly (Uint8Array | Slot)[];

  /**
   * @param html with the placeholders of `slot(name)`
   * @throws {TypeError} if the slots in `html` differ from `slots`
   */
  constructor(html: string, slots: readonly Slot[]) {
    const parts = html.split(SLOT);
    const found = new Set(parts.filter((_, i) => i % 2 === 1));
    if (found.symmetricDifference(new Set(slots)).size > 0) {
      throw new TypeError(
        `Expected the slots ${slots.join()}, received ${[...found].join()}`,
      );
    }
    this.#parts = parts.map((part, i) =>
      i % 2 === 1 ? part as Slot : encoder.encode(part)
    );
  }

  /**
   * The page in UTF-8.
   *
   * @param values HTML, escaped if necessary
   */
  fill(values: Readonly<Record<Slot, string>>): Uint8Array<ArrayBuffer> {
    let size = 0;
    for (const part of this.#parts) {
      size += typeof part === "string"
        ? values[part].length * MAX_BYTES_PER_UNIT
        : part.length;
    }
    if (buffer.length < size) buffer = new Uint8Array(size);
    let at = 0;
    for (const part of this.#parts) {
      if (typeof part === "string") {
        at += encoder.encodeInto(values[part], buffer.subarray(at)).written;
      } else {
        buffer.set(part, at);
        at += part.length;
      }
    }
    return buffer.slice(0, at);
  }
}

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
