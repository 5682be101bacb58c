import { LRUCache } from "lru-cache";
import { writeUtf8 } from "../core/utf8.ts";
import { piecesOf, type SlotUse } from "./view/slots.ts";

/** UTF-8 needs at most that many bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
/** In a URL, three for each of these. */
const MAX_ENCODED_PER_UNIT = 9;

const encoder = new TextEncoder();
/** Where pages are put together; grows to the size of the largest. */
let buffer = new Uint8Array(2 ** 16);

/**
 * A page that is the same for everybody except for the contents of its slots.
 * The rest is rendered once and kept as bytes, because rendering is most of a
 * page's cost.
 *
 * @example
 * const { ip } = slotsOf(["ip"]);
 * const template = new PageTemplate(`<h1>${ip}</h1>`, ["ip"]);
 * template.fill({ ip: "192.0.2.1" }); // the bytes of <h1>192.0.2.1</h1>
 */
export class PageTemplate<Slot extends string> {
  /** Fixed bytes, and slots in between. A slot may come several times. */
  readonly #parts: readonly (Uint8Array | SlotUse<Slot>)[];

  /**
   * @param html with the placeholders of `slotsOf`
   * @throws {TypeError} if the slots in `html` differ from `slots`
   */
  constructor(html: string, slots: readonly Slot[]) {
    this.#parts = piecesOf(html, slots).map((piece) =>
      typeof piece === "string" ? encoder.encode(piece) : piece
    );
  }

  /**
   * The page in UTF-8.
   *
   * @param values HTML, escaped if necessary; what is a part of a URL needs no escaping
   */
  fill(values: Readonly<Record<Slot, string>>): Uint8Array<ArrayBuffer> {
    let size = 0;
    for (const part of this.#parts) {
      size += part instanceof Uint8Array
        ? part.length
        : values[part.slot].length *
          (part.isEncoded ? MAX_ENCODED_PER_UNIT : MAX_BYTES_PER_UNIT);
    }
    if (buffer.length < size) buffer = new Uint8Array(size);
    let at = 0;
    for (const part of this.#parts) {
      if (part instanceof Uint8Array) {
        buffer.set(part, at);
        at += part.length;
      } else {
        const value = values[part.slot];
        at = writeUtf8(
          part.isEncoded ? encodeURIComponent(value) : value,
          buffer,
          at,
        );
      }
    }
    return buffer.slice(0, at);
  }
}

interface CachedPage<Page> {
  readonly madeOf: readonly unknown[];
  /** A promise while the page is being created. */
  page: Page | Promise<Page>;
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
   * Returns a cached page, or creates it, once for concurrent requests.
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
    const made = make();
    const entry: CachedPage<Page> = { madeOf, page: made };
    this.#entries.set(key, entry);
    if (!(made instanceof Promise)) return made;
    return entry.page = made.then(
      (page) => entry.page = page,
      (error) => {
        if (this.#entries.peek(key) === entry) this.#entries.delete(key);
        throw error;
      },
    );
  }
}
