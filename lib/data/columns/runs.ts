import type { Pause } from "../../core/async.ts";

/**
 * Ascending runs of addresses that share a value. A run covers the addresses from
 * its start to the one before the next start; the last one, all that follow.
 *
 * A start is two words: 0 and the address for IPv4, the upper 64 bits for IPv6.
 */
export class Runs {
  highs: Uint32Array<ArrayBuffer>;
  lows: Uint32Array<ArrayBuffer>;
  values: Uint32Array<ArrayBuffer>;
  count = 0;

  /** @param capacity room for so many runs without copying */
  constructor(capacity = 1024) {
    this.highs = new Uint32Array(capacity);
    this.lows = new Uint32Array(capacity);
    this.values = new Uint32Array(capacity);
  }

  /**
   * Begins a run, unless the last one has the same value. Starts must not descend;
   * of several runs with the same start, the last one counts.
   */
  add(high: number, low: number, value: number): void {
    const before = this.count - 1;
    const isSame = before >= 0 && this.highs[before] === high &&
      this.lows[before] === low;
    if (isSame) this.count--;
    const at = this.count;
    if (at > 0 && this.values[at - 1] === value) return;
    if (at === this.highs.length) this.#grow();
    this.highs[at] = high;
    this.lows[at] = low;
    this.values[at] = value;
    this.count++;
  }

  #grow(): void {
    this.highs = doubled(this.highs);
    this.lows = doubled(this.lows);
    this.values = doubled(this.values);
  }
}

function doubled(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(words.length * 2);
  wider.set(words);
  return wider;
}

/**
 * The runs of all addresses of a family, in pieces that each take less than a
 * millisecond.
 */
export interface RunSource {
  /**
   * The next runs, at least one; null after the last. The first of all starts at
   * address 0. The object may be reused for the runs after them.
   */
  next(): Runs | null;
}

/** The runs in an object, as a source. */
export function sourceOf(runs: Runs): RunSource {
  let rest: Runs | null = runs;
  return {
    next() {
      const all = rest;
      rest = null;
      return all;
    },
  };
}

/** Above each start. */
const NO_START = 2 ** 32;

/** Reads the runs of a source in ascending order. */
class RunReader {
  readonly #source: RunSource;
  #runs: Runs;
  #at = 0;
  /** The value of the addresses before the next start. */
  value = 0;
  nextHigh = 0;
  nextLow = 0;

  constructor(source: RunSource, readonly index: number) {
    this.#source = source;
    const runs = source.next();
    if (!runs) throw new Error("a source without runs");
    this.#runs = runs;
    this.advance();
  }

  /** Goes on to the next run. */
  advance(): void {
    this.value = this.#runs.values[this.#at++];
    if (this.#at === this.#runs.count) {
      const runs = this.#source.next();
      if (!runs) {
        this.nextHigh = NO_START;
        return;
      }
      this.#runs = runs;
      this.#at = 0;
    }
    this.nextHigh = this.#runs.highs[this.#at];
    this.nextLow = this.#runs.lows[this.#at];
  }
}

function hasNext({ nextHigh }: RunReader): boolean {
  return nextHigh !== NO_START;
}

/** Goes through the stretches of addresses on which no source changes its value. */
export class RunMerge {
  /** Those that have another run. */
  #readers: readonly RunReader[];
  #isBegun = false;
  /** The value of each source on the stretch. */
  readonly values: number[];
  /** The start of the stretch. */
  high = 0;
  low = 0;
  /** The start of the next stretch; 2^32 and 0 after the last address of IPv6. */
  nextHigh = 0;
  nextLow = 0;

  constructor(sources: readonly RunSource[]) {
    const readers = sources.map((source, i) => new RunReader(source, i));
    this.values = readers.map(({ value }) => value);
    this.#readers = readers.filter(hasNext);
  }

  /** Goes on to the stretch that contains an address. */
  seek(high: number, low: number): void {
    while (
      this.nextHigh < high || this.nextHigh === high && this.nextLow <= low
    ) this.next();
  }

  /** Goes on to the next stretch. False after the last. */
  next(): boolean {
    if (this.#isBegun && !this.#advance()) return false;
    this.#isBegun = true;
    let high = NO_START;
    let low = 0;
    const readers = this.#readers;
    for (let i = 0; i < readers.length; i++) {
      const { nextHigh, nextLow } = readers[i];
      if (nextHigh < high || nextHigh === high && nextLow < low) {
        high = nextHigh;
        low = nextLow;
      }
    }
    this.nextHigh = high;
    this.nextLow = low;
    return true;
  }

  #advance(): boolean {
    const { nextHigh, nextLow, values } = this;
    if (nextHigh === NO_START) return false;
    const readers = this.#readers;
    let isOneAtEnd = false;
    for (let i = 0; i < readers.length; i++) {
      const reader = readers[i];
      if (reader.nextHigh !== nextHigh || reader.nextLow !== nextLow) continue;
      reader.advance();
      values[reader.index] = reader.value;
      isOneAtEnd ||= !hasNext(reader);
    }
    if (isOneAtEnd) this.#readers = readers.filter(hasNext);
    this.high = nextHigh;
    this.low = nextLow;
    return true;
  }
}

/** Stretches in one step, which takes a millisecond or less even if each is visited in parts. */
const STRETCHES_PER_STEP = 256;

/** Visits each stretch of addresses on which no source changes its value, in ascending order. */
export async function visitRuns(
  sources: readonly RunSource[],
  visit: (stretch: RunMerge) => void,
  pause: Pause,
): Promise<void> {
  const merge = new RunMerge(sources);
  while (visitSome(merge, visit)) {
    const pausing = pause();
    if (pausing) await pausing;
  }
}

/** Apart from the loop that waits, which V8 would have to optimize again after each wait. */
function visitSome(
  merge: RunMerge,
  visit: (stretch: RunMerge) => void,
): boolean {
  for (let left = STRETCHES_PER_STEP; left > 0; left--) {
    if (!merge.next()) return false;
    visit(merge);
  }
  return true;
}

/** For each address, the value of the first source that has one other than 0. */
export async function layered(
  sources: readonly RunSource[],
  pause: Pause,
): Promise<RunSource> {
  if (sources.length === 1) return sources[0];
  const runs = new Runs();
  runs.add(0, 0, 0);
  await visitRuns(sources, ({ values, high, low }) => {
    let i = 0;
    while (i < values.length - 1 && values[i] === 0) i++;
    runs.add(high, low, values[i] ?? 0);
  }, pause);
  return sourceOf(runs);
}
