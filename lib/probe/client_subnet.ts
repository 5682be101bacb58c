import { type Cidr, cidrOf } from "../net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../net/ip_address.ts";

const HEAD_LENGTH = 4;
const ADDRESS_BITS: Readonly<Record<number, number>> = { 1: 32, 2: 128 };

/** The subnet on whose behalf a resolver asks. */
export interface ClientSubnet {
  /** Null where the resolver asks that nobody tell (a prefix of no bits). */
  readonly cidr: Cidr | null;
  /** The option's data as it belongs into the answer. */
  readonly echo: Uint8Array;
}

/**
 * Reads the data of an EDNS client subnet option in a query (RFC 7871 section
 * 6); null where it breaks the rules of section 7.1.2.
 *
 * The answer has the same subnet with the scope as long as the prefix: it is
 * good for those who asked and nobody else. Without it a resolver would take
 * the server for one that does not know the option, and send none.
 */
export function readClientSubnet(data: Uint8Array): ClientSubnet | null {
  if (data.length < HEAD_LENGTH) return null;
  const family = data[0] << 8 | data[1];
  const prefixLength = data[2];
  const bits = ADDRESS_BITS[family];
  if (bits === undefined || prefixLength > bits || data[3] !== 0) return null;
  if (data.length !== HEAD_LENGTH + Math.ceil(prefixLength / 8)) return null;
  const octets = new Uint8Array(bits / 8);
  octets.set(data.subarray(HEAD_LENGTH));
  const address = addressOf(octets);
  const cidr = cidrOf(address, prefixLength);
  // No bit behind the prefix may be set.
  if (cidr.address !== address) return null;
  const echo = data.slice();
  echo[3] = prefixLength;
  return { cidr: prefixLength > 0 ? cidr : null, echo };
}

function addressOf(octets: Uint8Array): IpAddress {
  const view = new DataView(octets.buffer);
  const word = (at: number) => view.getUint32(at);
  return octets.length === 4
    ? ipv4FromValue(word(0))
    : ipv6FromWords([word(0), word(4), word(8), word(12)]);
}
