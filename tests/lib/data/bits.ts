import fc from "fast-check";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";
import { ip } from "../../support/address.ts";

/** A fixed random sequence, so that failures are reproducible (Numerical Recipes). */
export function sequence(seed: number): () => number {
  return () => seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
}

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

/** The IPv4 address with this word, or the IPv6 address with these four. */
export function ipOfWords(...words: number[]): IpAddress {
  const [first, second, third, fourth] = words;
  return words.length === 1
    ? ipv4FromValue(first)
    : ipv6FromWords([first, second, third, fourth]);
}

/** An address with these words, and any others. */
export const addressIn = (family: 4 | 6, high: number, low: number) =>
  family === 4 ? ipOfWords(low) : ipOfWords(high, low, 7, 9);

/** The bits of an address in a tree of IP version 6. */
export function bitsOf(text: string): string {
  const address = ip(text);
  const words = address.family === 4 ? [0, 0, 0, address.value] : address.words;
  return words.map((word) => word.toString(2).padStart(32, "0")).join("");
}

/** The address with these 32 or 128 bits. */
export function addressOf(bits: string): IpAddress {
  return ipOfWords(...bits.match(/.{32}/g)!.map((word) => parseInt(word, 2)));
}
