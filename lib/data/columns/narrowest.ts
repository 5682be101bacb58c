/** A block with a number. Its start is two words: 0 and the address for IPv4, the upper 64 bits for IPv6. */
export interface NumberedBlock {
  readonly high: number;
  readonly low: number;
  /** The prefix length, at most 64 for IPv6. */
  readonly length: number;
  readonly number: number;
}

type Point = readonly [high: number, low: number];

/** A stretch of addresses, with the number of the narrowest block that contains it. */
export interface Stretch {
  readonly start: Point;
  readonly end: Point;
  readonly number: number;
}

const LAST = 0xffff_ffff;

/** Orders blocks as {@link narrowest} needs them. */
export function compareBlocks(
  a: Omit<NumberedBlock, "number">,
  b: Omit<NumberedBlock, "number">,
): number {
  return a.high - b.high || a.low - b.low || a.length - b.length;
}

/**
 * Divides the addresses of blocks into ascending stretches. Neighbors with the same
 * number are one.
 *
 * @param blocks in the order of {@link compareBlocks}; no two are the same
 */
export function* narrowest(
  family: 4 | 6,
  blocks: Iterable<NumberedBlock>,
): Generator<Stretch> {
  let last: Stretch | undefined;
  for (const stretch of stretches(family, blocks)) {
    const isNext = last && last.number === stretch.number &&
      !isBefore(after(last.end), stretch.start);
    if (last && !isNext) yield last;
    last = last && isNext ? { ...last, end: stretch.end } : stretch;
  }
  if (last) yield last;
}

function* stretches(
  family: 4 | 6,
  blocks: Iterable<NumberedBlock>,
): Generator<Stretch> {
  const open: Stretch[] = [];
  let at: Point = [0, 0];
  for (const block of blocks) {
    const start: Point = [block.high, block.low];
    yield* close(start);
    const around = open.at(-1);
    if (around && isBefore(at, start)) {
      yield { start: at, end: before(start), number: around.number };
    }
    at = start;
    open.push({ start, end: endOf(family, block), number: block.number });
  }
  yield* close([Infinity, 0]);

  function* close(next: Point): Generator<Stretch> {
    for (;;) {
      const stretch = open.at(-1);
      if (!stretch || !isBefore(stretch.end, next)) return;
      if (!isBefore(stretch.end, at)) yield { ...stretch, start: at };
      at = after(stretch.end);
      open.pop();
    }
  }
}

function endOf(
  family: 4 | 6,
  { high, low, length }: NumberedBlock,
): Point {
  const rest = (family === 4 ? 32 : 64) - length;
  const ones = (count: number) => count >= 32 ? LAST : 2 ** count - 1;
  return [
    family === 4 ? 0 : (high | ones(Math.max(0, rest - 32))) >>> 0,
    (low | ones(rest)) >>> 0,
  ];
}

function isBefore([high, low]: Point, [otherHigh, otherLow]: Point): boolean {
  return high < otherHigh || high === otherHigh && low < otherLow;
}

function after([high, low]: Point): Point {
  return low === LAST ? [high + 1, 0] : [high, low + 1];
}

function before([high, low]: Point): Point {
  return low === 0 ? [high - 1, LAST] : [high, low - 1];
}
