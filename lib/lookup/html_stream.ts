const encoder = new TextEncoder();

export interface AwayOptions {
  /** Called once when the reader has been away for `limitMs`, all parts together. */
  onAway: () => void;
  limitMs?: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * A body whose parts are sent as they come. A reader that leaves is told by
 * `onCancel`, at once: the source itself may be waiting for its next part. One
 * that stays, and does not read on, is told by `away`: parts may hold a place
 * that others wait for.
 */
export function htmlStream(
  parts: AsyncGenerator<string>,
  onCancel: () => void,
  away?: AwayOptions,
): ReadableStream<Uint8Array> {
  const watch = away && new AwayWatch(away);
  return new ReadableStream({
    start: () => watch?.goes(),
    async pull(controller) {
      watch?.comes();
      const { done, value } = await parts.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      watch?.goes();
    },
    cancel() {
      watch?.comes();
      onCancel();
      // Its place is given back by the call before; this lets it clean up.
      parts.return(undefined).catch(() => {});
    },
    // Nothing is made ahead of its reader.
  }, { highWaterMark: 0 });
}

/** Adds up how long a reader stays away. */
class AwayWatch {
  readonly #options: AwayOptions;
  #leftMs: number;
  #wentAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AwayOptions) {
    this.#options = options;
    this.#leftMs = options.limitMs ?? 15_000;
  }

  goes(): void {
    if (this.#leftMs <= 0) return;
    const { now, onAway } = this.#options;
    this.#wentAt = now();
    this.#timer = setTimeout(() => {
      this.#leftMs = 0;
      onAway();
    }, this.#leftMs);
  }

  comes(): void {
    clearTimeout(this.#timer);
    const awayMs = this.#options.now() - this.#wentAt;
    // A clock that was set back must not give it more.
    if (this.#leftMs > 0) {
      this.#leftMs = Math.max(1, this.#leftMs - Math.max(0, awayMs));
    }
  }
}

/**
 * The parts of a page before, between and behind its slots.
 *
 * @throws {Error} where a slot is not there exactly once
 */
export function partsAround(html: string, slots: readonly string[]): string[] {
  const parts = [];
  let rest = html;
  for (const slot of slots) {
    const [before, behind, ...more] = rest.split(slot);
    if (behind === undefined || more.length > 0) {
      throw new Error(`Cannot find the one ${slot} of the page`);
    }
    parts.push(before);
    rest = behind;
  }
  return [...parts, rest];
}
