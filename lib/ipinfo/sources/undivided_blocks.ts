import type { GeoDatabase } from "../../data/geo_database.ts";
import type { RegisteredBlock } from "../../data/networks/registered_countries.ts";
import { countryNumber } from "../../data/places/countries.ts";

/** The upper 64 bits of an IPv6 address, as two words. */
type Half = readonly [high: number, low: number];

const LAST = 0xffff_ffff;

/**
 * The registered IPv6 blocks that a database of places does not divide: about such a
 * block, whoever registered it knows more. Of narrower places, the database does.
 */
export class UndividedBlocks {
  constructor(private readonly geo: Pick<GeoDatabase, "lookup">) {}

  /**
   * The `countryNumber` in which the database has both ends of a block; 0 if it divides
   * it, or if that is the registered one.
   *
   * A block that is no CIDR is what is left of a wider one, or consists of neighbors.
   * So the ends are those of the CIDR around it, unless the database has a block with
   * the same bounds.
   */
  countryOf({ start, end }: RegisteredBlock, registered: number): number {
    const country = this.#at(start);
    if (country === 0 || country === registered) return 0;
    const has = (half: Half) => this.#at(half) === country;
    const high = bitsBelow(start[0] ^ end[0]);
    const low = high === 0 ? bitsBelow(start[1] ^ end[1]) : LAST;
    const isUndivided = has(end) && (
      has([(start[0] & ~high) >>> 0, (start[1] & ~low) >>> 0]) &&
        has([(end[0] | high) >>> 0, (end[1] | low) >>> 0]) ||
      !has(before(start)) && !has(after(end))
    );
    return isUndivided ? country : 0;
  }

  /** The country of the middle of a /64. */
  #at([high, low]: Half): number {
    const words = [high, low, 0x8000_0000, 0x8000_0000] as const;
    // The search does not read the text, which would take longer than the search.
    const middle = { family: 6, text: "", words } as const;
    return countryNumber(this.geo.lookup(middle).countryCode ?? "");
  }
}

/** All bits from the highest one that is set. */
function bitsBelow(bits: number): number {
  return bits === 0 ? 0 : LAST >>> Math.clz32(bits);
}

function before([high, low]: Half): Half {
  return low === 0 ? [(high - 1) >>> 0, LAST] : [high, low - 1];
}

function after([high, low]: Half): Half {
  return low === LAST ? [(high + 1) >>> 0, 0] : [high, low + 1];
}
