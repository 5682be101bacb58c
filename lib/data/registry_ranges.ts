import { KeyBuckets } from "../net/key_buckets.ts";
import type { RegistryColumns } from "./registry_layout.ts";

/** The ranges of several registries as one table, searched without allocating. */
export class RegistryRanges<Keys extends Uint32Array | Float64Array> {
  readonly size: number;
  readonly #columns: RegistryColumns<Keys>;
  readonly #buckets: KeyBuckets;

  /** @param empty makes a column */
  constructor(
    tables: readonly RegistryColumns<Keys>[],
    empty: (length: number) => Keys,
  ) {
    this.size = tables.reduce((sum, { facts }) => sum + facts.length, 0);
    const starts = joined(tables.map(({ starts }) => starts), empty(this.size));
    const ends = joined(tables.map(({ ends }) => ends), empty(this.size));
    const facts = joined(
      tables.map(({ facts }) => facts),
      new Uint32Array(this.size),
    );
    const order = new Uint32Array(this.size).map((_, row) => row)
      .sort((a, b) => starts[a] - starts[b]);
    const ordered = <Column extends Uint32Array | Float64Array>(
      column: Column,
      into: Column,
    ) => {
      order.forEach((row, at) => into[at] = column[row]);
      return into;
    };
    this.#columns = {
      starts: ordered(starts, empty(this.size)),
      ends: ordered(ends, empty(this.size)),
      facts: ordered(facts, new Uint32Array(this.size)),
    };
    this.#buckets = new KeyBuckets(this.#columns.starts);
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

function joined<Column extends Uint32Array | Float64Array>(
  parts: readonly Column[],
  into: Column,
): Column {
  let at = 0;
  for (const part of parts) {
    into.set(part, at);
    at += part.length;
  }
  return into;
}
