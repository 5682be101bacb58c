import { AddressRanges } from "../../net/address_ranges.ts";
import { type Cidr, lastAddress } from "../../net/cidr.ts";
import { compareWords } from "../../net/prefix.ts";
import type { RangeList } from "../../net/range_list.ts";

/** Makes a test whether a block lies wholly in `blocks`, taken together: two halves cover a whole. */
export function coveredBy(blocks: Iterable<Cidr>): (cidr: Cidr) => boolean {
  const ranges = new AddressRanges();
  for (const block of blocks) ranges.addCidr(block);
  const v4 = ranges.v4.merged();
  const v6 = ranges.v6.merged();
  return (cidr) => {
    const first = cidr.address;
    const last = lastAddress(cidr);
    if (first.family === 4 && last.family === 4) {
      return some(
        v4,
        (at) => v4.starts[at] <= first.value && last.value <= v4.ends[at],
      );
    }
    if (first.family === 4 || last.family === 4) return false;
    return some(
      v6,
      (at) =>
        compareWords(wordsAt(v6.starts, at), first.words) <= 0 &&
        compareWords(last.words, wordsAt(v6.ends, at)) <= 0,
    );
  };
}

/** Whether a range passes, by the index of its first word. The lists are short. */
function some(ranges: RangeList, passes: (at: number) => boolean): boolean {
  for (let row = 0; row < ranges.count; row++) {
    if (passes(row * ranges.width)) return true;
  }
  return false;
}

function wordsAt(words: Uint32Array, at: number) {
  return [words[at], words[at + 1], words[at + 2], words[at + 3]] as const;
}
