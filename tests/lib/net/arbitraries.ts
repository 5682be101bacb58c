import fc from "fast-check";
import { type Cidr, enclosingCidr } from "../../../lib/net/cidr.ts";
import {
  type IpAddress,
  type Ipv4Address,
  ipv4FromValue,
  type Ipv6Address,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";

/** An unsigned 32-bit number. */
export const word: fc.Arbitrary<number> = fc.integer({
  min: 0,
  max: 0xffffffff,
});

export const ipv4: fc.Arbitrary<Ipv4Address> = word.map(ipv4FromValue);

/** IPv6 addresses, with many runs of zeros and IPv4-mapped ones among them. */
export const ipv6: fc.Arbitrary<Ipv6Address> = fc.oneof(
  fc.tuple(word, word, word, word),
  fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
    minLength: 8,
    maxLength: 8,
  }).map((groups) => {
    const at = (i: number) => groups[i] * 0x10000 + groups[i + 1];
    return [at(0), at(2), at(4), at(6)] as const;
  }),
  word.map((value) => [0, 0, 0xffff, value] as const),
).map(ipv6FromWords);

export const ip: fc.Arbitrary<IpAddress> = fc.oneof(ipv4, ipv6);

export const cidr: fc.Arbitrary<Cidr> = fc.oneof(
  fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })),
  fc.tuple(ipv6, fc.integer({ min: 0, max: 128 })),
).map(([address, prefixLength]) => enclosingCidr(address, prefixLength));

/** Addresses with one character changed, removed or inserted. */
const damaged: fc.Arbitrary<string> = fc.tuple(
  ip,
  fc.nat(45),
  fc.nat(1),
  fc.constantFrom("", "0", "f", ":", "::", ".", "%", "-", " ", "g", "٣"),
).map(([{ text }, at, drop, put]) =>
  text.slice(0, at) + put + text.slice(at + drop)
);

/** Text that is, or nearly is, an address. */
export const addressLike: fc.Arbitrary<string> = fc.oneof(
  ip.map(({ text }) => text),
  damaged,
  fc.string({ unit: fc.constantFrom(..."01259af:.::"), maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 3, maxLength: 5 })
    .map((octets) => octets.join(".")),
);
