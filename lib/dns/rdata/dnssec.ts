import { assertFormat, type DataSlice } from "./slice.ts";

/** The hash of a key of a zone, in the zone above it (RFC 4034 section 5). */
export interface DelegationSigner {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** In lower-case hexadecimal digits. */
  readonly digest: string;
}

/** A key of a signed zone (RFC 4034 section 2). */
export interface DnsKey {
  /** 257 for a key that signs keys, 256 for one that signs records. */
  readonly flags: number;
  /** Always 3. */
  readonly protocol: number;
  readonly algorithm: number;
  /** In Base64. */
  readonly publicKey: string;
  /** The number by which other records refer to the key. */
  readonly keyTag: number;
}

export function readDelegationSigner(
  { bytes, view, start, end }: DataSlice,
): DelegationSigner {
  assertFormat(end - start > 4);
  return {
    keyTag: view.getUint16(start),
    algorithm: bytes[start + 2],
    digestType: bytes[start + 3],
    digest: bytes.subarray(start + 4, end).toHex(),
  };
}

export function readDnsKey({ bytes, view, start, end }: DataSlice): DnsKey {
  assertFormat(end - start > 4);
  return {
    flags: view.getUint16(start),
    protocol: bytes[start + 2],
    algorithm: bytes[start + 3],
    publicKey: bytes.subarray(start + 4, end).toBase64(),
    keyTag: keyTagOf(bytes.subarray(start, end)),
  };
}

const RSAMD5 = 1;

/** The tag of a key's data (RFC 4034 appendix B). */
function keyTagOf(data: Uint8Array): number {
  if (data[3] === RSAMD5) {
    return data.length < 7 ? 0 : data.at(-3)! << 8 | data.at(-2)!;
  }
  let sum = 0;
  for (let i = 0; i < data.length; i++) {
    sum += i % 2 === 0 ? data[i] << 8 : data[i];
  }
  return sum + (sum >>> 16) & 0xffff;
}
