import { Runs, type RunSource } from "./columns/runs.ts";
import { countryNumber } from "./places/countries.ts";
import type { Facts } from "./facts.ts";

/** A search tree with one bit of the address per level. Nodes from `nodeCount` on are leaves. */
interface AddressTree {
  readonly nodeCount: number;
  /** The node that the bits of an address are followed from. */
  readonly root: number;
  child(node: number, bit: 0 | 1): number;
  /** A node whose subtree is left out. */
  readonly repeated?: number;
}

/**
 * Nodes in one step, which takes less than a millisecond even if each has another
 * record to decode.
 */
const NODES_PER_STEP = 128;
const BITS = { 4: 32, 6: 64 } as const;

/**
 * The runs of a tree's records. If the tree divides an IPv6 /64, the record in its
 * middle is used.
 *
 * @param numberAt the number of a record, by its leaf; the leaf `nodeCount` means
 * no record
 */
export function* treeRuns(
  { nodeCount, root, child, repeated }: AddressTree,
  family: 4 | 6,
  numberAt: (leaf: number) => number,
): RunSource {
  const bits = BITS[family];
  const runs = new Runs();
  /** The subtrees that are yet to be visited, the next one last. */
  const rest = [{ node: root, depth: 0, high: 0, low: 0 }];
  let nodesLeft = nodeCount;

  /** In a /64: two bits are set in the address of its middle. */
  function middleOf(node: number): number {
    for (let bit = 0; bit < 64 && node < nodeCount; bit++) {
      node = child(node, bit === 0 || bit === 32 ? 1 : 0);
    }
    return node;
  }

  for (let step = 1; rest.length > 0; step++) {
    const subtree = rest.pop()!;
    const { depth, high, low } = subtree;
    const node = depth === 64 ? middleOf(subtree.node) : subtree.node;
    if (node >= nodeCount) {
      runs.add(high, low, node === nodeCount ? 0 : numberAt(node));
    } else if (depth === bits || node === repeated) {
      runs.add(high, low, 0);
    } else if (nodesLeft-- === 0) {
      // A damaged tree can have cycles.
      runs.add(high, low, 0);
      rest.length = 0;
    } else {
      const bit = (1 << 31 - (depth & 31)) >>> 0;
      const isLow = family === 4 || depth >= 32;
      rest.push({
        node: child(node, 1),
        depth: depth + 1,
        high: isLow ? high : high + bit,
        low: isLow ? low + bit : low,
      }, { node: child(node, 0), depth: depth + 1, high, low });
    }
    if (step % NODES_PER_STEP > 0 || runs.count === 0) continue;
    yield runs;
    runs.count = 0;
  }
  if (runs.count > 0) yield runs;
}

/**
 * A function that returns the `countryNumber` of a record, by its id: 0 if the record
 * has no country, or is damaged.
 */
export function recordCountries(
  factsOf: (id: number) => Partial<Facts>,
): (id: number) => number {
  const known = new Map<number, number>();
  const read = (id: number) => {
    try {
      return countryNumber(factsOf(id).countryCode ?? "");
    } catch {
      return 0;
    }
  };
  return (id) => known.getOrInsertComputed(id, read);
}
