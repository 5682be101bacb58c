import type { Pause } from "../../core/async.ts";
import { RangeList } from "../../net/ranges.ts";

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
 * The runs of all addresses of a family, in pieces of at least one that each take less
 * than a millisecond. The first of all starts at address 0. The first of a piece may
 * have the value of the run before it. A piece may be reused for the next.
 */
export type RunSource = Iterable<Runs>;

/** For each address, what a function makes of the value of a source. It keeps different values different. */
export function* mapRuns(
  source: RunSource,
  valueOf: (value: number) => number,
): RunSource {
  for (const piece of source) {
    for (let i = 0; i < piece.count; i++) {
      piece.values[i] = valueOf(piece.values[i]);
    }
    yield piece;
  }
}

/** The unread rest of a source's current piece. */
class Reader {
  piece: Runs | undefined;
  /** The next run of the piece. */
  at = 0;
  /** The value of the addresses before it. */
  value = 0;
  readonly #pieces: Iterator<Runs, void>;

  constructor(source: RunSource) {
    this.#pieces = source[Symbol.iterator]();
    this.#advance();
  }

  /** Moves to the next piece at the end of one. */
  fill(): void {
    if (this.piece && this.at === this.piece.count) this.#advance();
  }

  #advance(): void {
    this.piece = this.#pieces.next().value ?? undefined;
    this.at = 0;
  }
}

/** For each address, what a function makes of the values of two sources. */
export function* combineRuns(
  first: RunSource,
  second: RunSource,
  valueOf: (first: number, second: number) => number,
): RunSource {
  const a = new Reader(first);
  const b = new Reader(second);
  const runs = new Runs();
  while (a.piece || b.piece) {
    runs.count = 0;
    if (a.piece && b.piece) addBoth(runs, a, b, valueOf);
    else if (a.piece) addRest(runs, a, (value) => valueOf(value, b.value));
    else addRest(runs, b, (value) => valueOf(a.value, value));
    yield runs;
    a.fill();
    b.fill();
  }
}

/**
 * Adds the combination of two pieces, until one of them ends. Works on local variables,
 * which is several times as fast.
 */
function addBoth(
  runs: Runs,
  a: Reader,
  b: Reader,
  valueOf: (first: number, second: number) => number,
): void {
  const { highs: highsA, lows: lowsA, values: valuesA, count: endA } = a.piece!;
  const { highs: highsB, lows: lowsB, values: valuesB, count: endB } = b.piece!;
  let { at: atA, value: valueA } = a;
  let { at: atB, value: valueB } = b;
  let last = -1;
  while (atA < endA && atB < endB) {
    const highA = highsA[atA];
    const highB = highsB[atB];
    const lowA = lowsA[atA];
    const lowB = lowsB[atB];
    const isA = highA < highB || highA === highB && lowA <= lowB;
    const isB = !isA || highA === highB && lowA === lowB;
    if (isA) valueA = valuesA[atA++];
    if (isB) valueB = valuesB[atB++];
    const value = valueOf(valueA, valueB);
    if (value === last) continue;
    last = value;
    runs.add(isA ? highA : highB, isA ? lowA : lowB, value);
  }
  a.at = atA;
  a.value = valueA;
  b.at = atB;
  b.value = valueB;
}

/**
 * Adds the combination of the rest of a piece with the last value of the other
 * source. The other source has ended.
 */
function addRest(
  runs: Runs,
  reader: Reader,
  valueOf: (value: number) => number,
): void {
  const { highs, lows, values, count } = reader.piece!;
  while (reader.at < count) {
    const at = reader.at++;
    reader.value = values[at];
    runs.add(highs[at], lows[at], valueOf(reader.value));
  }
}

/** For each address, the value of the first source that has one other than 0; 0 if none has. */
export function overlayRuns(sources: readonly RunSource[]): RunSource {
  const [first = zeros(), ...others] = sources;
  return others.reduce((a, b) => combineRuns(a, b, (x, y) => x || y), first);
}

function zeros(): RunSource {
  const runs = new Runs(1);
  runs.add(0, 0, 0);
  return [runs];
}

const LAST = 0xffff_ffff;

/**
 * The ranges of each value other than 0, ascending and with gaps between them. Each
 * bound has the two words of the runs.
 */
export async function rangesByValue(
  family: 4 | 6,
  source: RunSource,
  pause: Pause,
): Promise<Map<number, RangeList>> {
  const builder = new ValueRanges();
  for (const { highs, lows, values, count } of source) {
    for (let i = 0; i < count; i++) builder.add(highs[i], lows[i], values[i]);
    const pausing = pause();
    if (pausing) await pausing;
  }
  return builder.build(family);
}

class ValueRanges {
  readonly #byValue = new Map<number, RangeList>();
  /** The run that is not in a list yet: another one may follow with the same start. */
  #high = 0;
  #low = 0;
  #value = 0;
  /** The value and the list of the range that has no end yet. */
  #openValue = 0;
  #open: RangeList | undefined;

  add(high: number, low: number, value: number): void {
    if (high !== this.#high || low !== this.#low) this.#flush();
    this.#high = high;
    this.#low = low;
    this.#value = value;
  }

  build(family: 4 | 6): Map<number, RangeList> {
    this.#flush();
    this.#close(family === 4 ? 0 : LAST, LAST);
    return this.#byValue;
  }

  #flush(): void {
    const value = this.#value;
    if (value === this.#openValue) return;
    const high = this.#high;
    const low = this.#low;
    this.#close(low === 0 ? high - 1 : high, low === 0 ? LAST : low - 1);
    this.#openValue = value;
    if (value === 0) return;
    let list = this.#byValue.get(value);
    if (!list) this.#byValue.set(value, list = new RangeList(2));
    const at = list.addRow();
    list.starts[at] = high;
    list.starts[at + 1] = low;
    this.#open = list;
  }

  #close(high: number, low: number): void {
    const list = this.#open;
    if (!list) return;
    const at = (list.count - 1) * 2;
    list.ends[at] = high;
    list.ends[at + 1] = low;
    this.#open = undefined;
  }
}
