/** An inclusive range of addresses, as numbers of 32 or 128 bits, and a number that belongs to it. */
export interface NumberedRange {
  readonly start: bigint;
  readonly end: bigint;
  readonly number: number;
}

/** Orders blocks as {@link narrowest} needs them: each before those that it contains. */
export function compareBlocks(
  a: Omit<NumberedRange, "number">,
  b: Omit<NumberedRange, "number">,
): number {
  if (a.start !== b.start) return a.start < b.start ? -1 : 1;
  return a.end === b.end ? 0 : a.end > b.end ? -1 : 1;
}

/**
 * Divides the addresses of blocks into ascending ranges, each with the number of the
 * narrowest block that contains it. Neighbors with the same number are one.
 *
 * @param blocks in the order of {@link compareBlocks}; no two are the same, and none
 * overlap in part
 */
export function* narrowest(
  blocks: Iterable<NumberedRange>,
): Generator<NumberedRange> {
  let last: NumberedRange | undefined;
  for (const range of ranges(blocks)) {
    const isNext = last?.number === range.number &&
      last.end + 1n === range.start;
    if (last && !isNext) yield last;
    last = last && isNext ? { ...last, end: range.end } : range;
  }
  if (last) yield last;
}

function* ranges(blocks: Iterable<NumberedRange>): Generator<NumberedRange> {
  const open: NumberedRange[] = [];
  let at = 0n;
  for (const block of blocks) {
    yield* close(block.start);
    const around = open.at(-1);
    if (around && at < block.start) {
      yield { start: at, end: block.start - 1n, number: around.number };
    }
    at = block.start;
    open.push(block);
  }
  yield* close();

  function* close(next?: bigint): Generator<NumberedRange> {
    for (;;) {
      const block = open.at(-1);
      if (!block || next !== undefined && block.end >= next) return;
      if (at <= block.end) yield { ...block, start: at };
      at = block.end + 1n;
      open.pop();
    }
  }
}
