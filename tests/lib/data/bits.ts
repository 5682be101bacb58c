import fc from "fast-check";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";

/** Prefixes as their bits, "1100…", of which none contains another. */
export const disjointPrefixes = (maxLength: number) =>
  fc.uniqueArray(
    fc.string({ unit: fc.constantFrom("0", "1"), minLength: 1, maxLength }),
    { maxLength: 12 },
  ).map((all) =>
    all.filter((one) =>
      !all.some((other) => other !== one && one.startsWith(other))
    )
  );

/** Words of few distinct bits, so that prefixes nest, touch and repeat. */
export const sparseWord = fc.array(
  fc.constantFrom<number[]>(0, 1, 0x80, 0xff),
  { minLength: 4, maxLength: 4 },
).map((bytes) => bytes.reduce((word, byte) => (word << 8 | byte) >>> 0, 0));

/** An address with these words, and any others. */
export const addressIn = (family: 4 | 6, high: number, low: number) =>
  family === 4 ? ipv4FromValue(low) : ipv6FromWords([high, low, 7, 9]);

/** The address with these 32 or 128 bits. */
export function addressOf(bits: string): IpAddress {
  const word = (i: number) => parseInt(bits.slice(i * 32, i * 32 + 32), 2);
  return bits.length === 32
    ? ipv4FromValue(word(0))
    : ipv6FromWords([word(0), word(1), word(2), word(3)]);
}
