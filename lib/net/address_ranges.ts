import type { Cidr } from "./cidr.ts";
import { parseIpv4Value } from "./ipv4_text.ts";
import { type Ipv6Words, parseIpv6Words } from "./ipv6_text.ts";
import { lastV4, lastV6, networkV4, networkV6 } from "./prefix.ts";
import { parsePrefixLength } from "./prefix_text.ts";
import { RangeList } from "./range_list.ts";

/** Collects ranges of both families, in any order, without an object for each. */
export class AddressRanges {
  readonly v4 = new RangeList(1);
  readonly v6 = new RangeList(4);

  /** Adds an inclusive range of unsigned 32-bit numbers. */
  addV4(start: number, end: number): void {
    const at = this.v4.grow();
    this.v4.starts[at] = start;
    this.v4.ends[at] = end;
  }

  /** Adds an inclusive range. */
  addV6(start: Ipv6Words, end: Ipv6Words): void {
    const at = this.v6.grow();
    for (let i = 0; i < 4; i++) {
      this.v6.starts[at + i] = start[i];
      this.v6.ends[at + i] = end[i];
    }
  }

  addCidr({ address, prefixLength }: Cidr): void {
    if (address.family === 4) {
      this.addV4(address.value, lastV4(address.value, prefixLength));
    } else {
      this.addV6(address.words, lastV6(address.words, prefixLength));
    }
  }

  /** Adds what `parseCidr` reads; false, and nothing added, where it is none. */
  addText(text: string): boolean {
    const slash = text.indexOf("/");
    const address = slash < 0 ? text : text.slice(0, slash);
    const value = parseIpv4Value(address);
    if (value >= 0) {
      const length = slash < 0 ? 32 : parsePrefixLength(text, slash + 1, 32);
      if (length < 0) return false;
      this.addV4(networkV4(value, length), lastV4(value, length));
      return true;
    }
    const words = parseIpv6Words(address);
    const length = slash < 0 ? 128 : parsePrefixLength(text, slash + 1, 128);
    if (!words || length < 0) return false;
    this.addV6(networkV6(words, length), lastV6(words, length));
    return true;
  }
}
