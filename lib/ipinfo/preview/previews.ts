import { LRUCache } from "lru-cache";
import type { Caller } from "../../core/fair_queue.ts";
import { assertSpareDescriptors } from "../../core/async.ts";
import { withDeadline } from "../../core/deadline.ts";
import { askThread } from "../../core/thread_request.ts";
import { SemaphoreError } from "../../core/semaphore.ts";
import { FairFlights } from "../../core/single_flight.ts";
import type { PreviewCard } from "./preview_card.ts";
import type { PreviewRequest } from "./preview_worker.ts";

/** About 200 pictures. */
const MAX_BYTES = 8_000_000;
/** As long as others may keep a picture. */
const KEPT_MS = 3_600_000;
/** Pictures under way: one is drawn, the others are described. */
const PERMITS = 4;
/** Requests that may wait; a picture takes about a tenth of a second. */
const MAX_WAITING = 16;
const WAIT_MS = 10_000;
/** On a busy machine, the first picture takes seconds. */
const DRAW_MS = 30_000;
/** After this long without a picture to draw, the thread ends. */
const IDLE_MS = 60_000;

export type PreviewPng = Uint8Array<ArrayBuffer>;

export interface PreviewPainter extends Disposable {
  draw(card: PreviewCard): Promise<PreviewPng>;
}

interface PreviewDeps {
  painter: PreviewPainter;
  /** Reports why there is no picture. */
  report: (error: unknown) => void;
  maxBytes?: number;
}

/** What a picture shows, and how to find out. */
export interface PreviewSubject {
  /** Subjects with the same key share a picture. */
  readonly key: string;
  describe(caller: Caller): Promise<PreviewCard>;
}

/**
 * The pictures of pages, drawn when they are requested. One is drawn at a time, for
 * clients in turn. What cannot be drawn soon is not described either.
 */
export class Previews implements Disposable {
  readonly #pictures: LRUCache<string, PreviewPng>;
  readonly #flights = new FairFlights<PreviewPng | null>({
    permits: PERMITS,
    maxWaiting: MAX_WAITING,
    maxPerGroup: 1,
  });
  #lastDrawing: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: PreviewDeps) {
    this.#pictures = new LRUCache({
      maxSize: deps.maxBytes ?? MAX_BYTES,
      sizeCalculation: (png, key) => png.byteLength + 2 * key.length,
      ttl: KEPT_MS,
      // Otherwise it keeps the time with a timer.
      ttlResolution: 0,
    });
  }

  get bytes(): number {
    return this.#pictures.calculatedSize;
  }

  /**
   * The picture of a subject as a PNG; null if too many wait, or it cannot be drawn.
   *
   * @throws what `describe` throws
   */
  async picture(
    { key, describe }: PreviewSubject,
    caller: Caller,
  ): Promise<PreviewPng | null> {
    const known = this.#pictures.get(key);
    if (known) return known;
    try {
      return await this.#flights.run(key, caller, async (starter) => {
        const card = await describe(starter);
        const png = await this.#draw(card, starter.signal);
        if (png) this.#pictures.set(key, png);
        return png;
      }, { timeoutMs: WAIT_MS });
    } catch (error) {
      if (!(error instanceof SemaphoreError)) throw error;
      this.deps.report(error);
      return null;
    }
  }

  /** After the drawings that were begun before. */
  #draw(card: PreviewCard, signal: AbortSignal): Promise<PreviewPng | null> {
    const drawing = this.#lastDrawing.then(async () => {
      if (signal.aborted) return null;
      try {
        return await this.deps.painter.draw(card);
      } catch (error) {
        this.deps.report(error);
        return null;
      }
    });
    this.#lastDrawing = drawing;
    return drawing;
  }

  [Symbol.dispose](): void {
    this.deps.painter[Symbol.dispose]();
  }
}

/** Draws in a thread, which starts with the first picture. @param dataRoot URL of the built data */
export class PreviewThread implements PreviewPainter {
  #worker: Worker | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly dataRoot: URL) {}

  /** @throws {Error} if it cannot be drawn, or takes too long */
  async draw(card: PreviewCard): Promise<PreviewPng> {
    clearTimeout(this.#idle);
    const worker = this.#worker ??= start();
    const request: PreviewRequest = { card, dataRoot: this.dataRoot.href };
    try {
      const png = await withDeadline(
        DRAW_MS,
        (signal) => askThread<PreviewPng>(worker, request, signal),
      );
      this.#idle = setTimeout(() => this[Symbol.dispose](), IDLE_MS);
      return png;
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = null;
  }
}

function start(): Worker {
  assertSpareDescriptors();
  const program = new URL("./preview_worker.ts", import.meta.url);
  return new Worker(program, { type: "module", name: "previews" });
}
