import { KeyBuckets } from "../net/key_buckets.ts";
import type { RegistryColumns } from "./registry_layout.ts";

/** The ranges of several registries as one table, searched without allocating. */
export class RegistryRanges<Keys extends Uint32Array | Float64Array> {
  readonly size: number;
  readonly #columns: RegistryColumns<Keys>;
  readonly #buckets: KeyBuckets;

  /**
   * @param tables each in ascending order
   * @param empty makes a column
   */
  constructor(
    tables: readonly RegistryColumns<Keys>[],
    empty: (length: number) => Keys,
  ) {
    this.size = tables.reduce((sum, { facts }) => sum + facts.length, 0);
    const starts = empty(this.size);
    const ends = empty(this.size);
    const facts = new Uint32Array(this.size);
    // Merged and not sorted: requests wait for as long as this takes.
    const rows = tables.map(() => 0);
    for (let at = 0; at < this.size; at++) {
      const from = lowest(tables, rows);
      const row = rows[from]++;
      starts[at] = tables[from].starts[row];
      ends[at] = tables[from].ends[row];
      facts[at] = tables[from].facts[row];
    }
    this.#columns = { starts, ends, facts };
    this.#buckets = new KeyBuckets(starts);
  }

  /** The fact of the range that holds `key`; -1 in a hole. Of overlapping ranges the one that starts last counts. */
  factOf(key: number): number {
    const { starts, ends, facts } = this.#columns;
    const bucket = this.#buckets.of(key);
    let at = this.#buckets.begin(bucket);
    let high = this.#buckets.begin(bucket + 1);
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (starts[middle] <= key) at = middle + 1;
      else high = middle;
    }
    return at > 0 && key <= ends[at - 1] ? facts[at - 1] : -1;
  }
}

/** The table whose next row starts first; of equal ones the first. */
function lowest(
  tables: readonly RegistryColumns<Uint32Array | Float64Array>[],
  rows: readonly number[],
): number {
  let lowest = -1;
  let least = Infinity;
  for (let table = 0; table < tables.length; table++) {
    // Past the end there is no number, which is less than nothing.
    const start = tables[table].starts[rows[table]];
    if (start < least) {
      lowest = table;
      least = start;
    }
  }
  return lowest;
}
