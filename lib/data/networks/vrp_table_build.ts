import { encodeColumnFile } from "../columns/column_file.ts";
import { packedNumberColumns } from "../columns/packed_numbers.ts";
import { WordRows } from "../columns/growing_lists.ts";
import { PackedStartsBuilder } from "../columns/range_rows_build.ts";
import { VRP_COLUMNS } from "./vrp_table.ts";

/** A validated ROA payload. Its prefix is two words: 0 and the address for IPv4, the upper 64 bits for IPv6. */
export interface Vrp {
  readonly high: number;
  readonly low: number;
  readonly length: number;
  readonly maxLength: number;
  /** 0 says that nobody may announce the prefix (RFC 6483). */
  readonly asn: number;
}

export class VrpTableBuilder {
  readonly #families = { 4: new VrpRows(4), 6: new VrpRows(6) };

  /** Number of VRPs, repeated ones included. */
  get size(): number {
    return this.#families[4].size + this.#families[6].size;
  }

  add(family: 4 | 6, { high, low, length, maxLength, asn }: Vrp): void {
    this.#families[family].add(high, low, length << 8 | maxLength, asn);
  }

  /** The file that `VrpTable` reads, and how many different VRPs it has. */
  build(builtAt: number) {
    const families = [this.#families[4].build(), this.#families[6].build()];
    const columns = families.flatMap(({ columns }) => columns);
    return {
      bytes: encodeColumnFile(VRP_COLUMNS, builtAt, columns),
      entries: families[0].entries + families[1].entries,
    };
  }
}

/** The upper and the lower word, the length above the maximum length, and the number. */
class VrpRows extends WordRows {
  constructor(private readonly family: 4 | 6) {
    super(4);
  }

  build() {
    const [highs, lows, lengths, asns] = this.words();
    const order = (a: number, b: number) =>
      highs[a] - highs[b] || lows[a] - lows[b] || lengths[a] - lengths[b] ||
      asns[a] - asns[b];
    const rows = Uint32Array.from(lows, (_, row) => row).sort(order)
      .filter((row, i, sorted) => i === 0 || order(sorted[i - 1], row) !== 0);
    const starts = new PackedStartsBuilder(this.family);
    for (const row of rows) starts.push(highs[row], lows[row]);
    const pick = (column: Uint32Array) =>
      Uint32Array.from(rows, (row) => column[row]);
    const sorted = {
      highs: pick(highs),
      lows: pick(lows),
      lengths: Uint8Array.from(rows, (row) => lengths[row] >>> 8),
    };
    const columns = [
      ...starts.columns(),
      ...packedNumberColumns(
        Uint32Array.from(rows, (row) => {
          const both = lengths[row];
          return (both & 0xff) << 8 | both >>> 8;
        }),
      ),
      ...packedNumberColumns(pick(asns)),
      ...packedNumberColumns(parentsOf(this.family, sorted)),
    ];
    return { columns, entries: rows.length };
  }
}

interface SortedPrefixes {
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  readonly lengths: Uint8Array;
}

/** How far before each row the last one is whose prefix contains its own; 0 if there is none. */
function parentsOf(
  family: 4 | 6,
  { highs, lows, lengths }: SortedPrefixes,
): Uint32Array {
  const isV6 = family === 6;
  const bits = (word: number, length: number) =>
    length <= 0 ? 0 : length >= 32 ? word : word >>> (32 - length);
  const contains = (outer: number, inner: number) => {
    const length = lengths[outer];
    const inLow = isV6 ? length - 32 : length;
    return bits(lows[outer], inLow) === bits(lows[inner], inLow) &&
      (!isV6 ||
        bits(highs[outer], length) === bits(highs[inner], length));
  };
  const open: number[] = [];
  return Uint32Array.from(lengths, (_, row) => {
    while (open.length > 0 && !contains(open[open.length - 1], row)) open.pop();
    const distance = row - (open.at(-1) ?? row);
    open.push(row);
    return distance;
  });
}
