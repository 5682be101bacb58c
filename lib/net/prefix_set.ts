import { AddressRanges } from "./address_ranges.ts";
import type { Cidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";
import type { RangeList } from "./range_list.ts";
import { V4Ranges } from "./v4_ranges.ts";
import { V6Ranges } from "./v6_ranges.ts";

/** An immutable set of addresses, kept as disjoint ranges in flat arrays. */
export class PrefixSet {
  /** Disjoint ranges, both families together. */
  readonly size: number;
  readonly v4: V4Ranges;
  readonly v6: V6Ranges;
  readonly #ranges: { readonly v4: RangeList; readonly v6: RangeList };

  constructor(ranges: AddressRanges) {
    const v4 = ranges.v4.merged();
    const v6 = ranges.v6.merged();
    this.size = v4.count + v6.count;
    this.v4 = new V4Ranges(v4);
    this.v6 = new V6Ranges(v6);
    this.#ranges = { v4, v6 };
  }

  /** All addresses of several sets. */
  static union(sets: Iterable<PrefixSet>): PrefixSet {
    const all = new AddressRanges();
    for (const set of sets) {
      all.v4.append(set.#ranges.v4);
      all.v6.append(set.#ranges.v6);
    }
    return new PrefixSet(all);
  }

  static from(cidrs: Iterable<Cidr>): PrefixSet {
    const ranges = new AddressRanges();
    for (const cidr of cidrs) ranges.addCidr(cidr);
    return new PrefixSet(ranges);
  }

  /** Tells whether the address lies in one of the prefixes, without allocating. */
  has(ip: IpAddress): boolean {
    return ip.family === 4 ? this.v4.has(ip.value) : this.v6.has(ip.words);
  }
}
