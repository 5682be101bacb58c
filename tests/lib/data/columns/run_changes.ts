import assert from "node:assert/strict";
import type { RunSource } from "../../../../lib/data/columns/runs.ts";

/** Starts and values of runs, without the starts that change nothing. */
export function changesIn(source: RunSource): [start: bigint, value: number][] {
  const all = new Map<bigint, number>();
  let last: bigint = 0n;
  for (const runs of source) {
    assert(runs.count > 0, "an empty piece");
    for (let i = 0; i < runs.count; i++) {
      const start: bigint = BigInt(runs.highs[i]) << 32n | BigInt(runs.lows[i]);
      assert(start >= last, "a start that descends");
      all.set(last = start, runs.values[i]);
    }
  }
  return withoutRepeats(all);
}

export function withoutRepeats(all: Map<bigint, number>): [bigint, number][] {
  const list = [...all];
  return list.filter(([, value], i) => value !== list[i - 1]?.[1]);
}
