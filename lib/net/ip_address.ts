/** An IPv4 address. `value` is the 32-bit number in network order. */
export interface Ipv4Address {
  readonly family: 4;
  /** Dotted decimal. */
  readonly text: string;
  readonly value: number;
}

/** An IPv6 address without a zone. `words` are four unsigned 32-bit numbers, most significant first. */
export interface Ipv6Address {
  readonly family: 6;
  /** RFC 5952 form. */
  readonly text: string;
  readonly words: readonly [number, number, number, number];
}

export type IpAddress = Ipv4Address | Ipv6Address;
