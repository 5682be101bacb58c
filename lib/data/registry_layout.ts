/** The regional internet registries; a fact's `rir` is an index of this. */
export const REGISTRIES = [
  "ARIN",
  "RIPE",
  "APNIC",
  "LACNIC",
  "AFRINIC",
] as const;

export type Registry = typeof REGISTRIES[number];

/**
 * Inclusive ranges, by ascending start, and one fact for each. Keys are 32-bit
 * numbers, or the upper 52 bits of an IPv6 address, as many as one double holds
 * exactly.
 */
export interface RegistryColumns<Keys> {
  readonly starts: Keys;
  readonly ends: Keys;
  /** See {@link packFact}. */
  readonly facts: Uint32Array;
}

/** What one registry has given out. */
export interface RegistryRows {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly v4: RegistryColumns<Uint32Array>;
  readonly v6: RegistryColumns<Float64Array>;
  readonly asns: RegistryColumns<Uint32Array>;
}

/** What a registry says of a range. */
export interface RegistryFact {
  readonly rir: Registry;
  /** ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** Days since the epoch, up to 65,535. */
  readonly day?: number;
}

/** Bits of an IPv6 address that a key holds. */
export const KEY_BITS = 52;

/** The upper {@link KEY_BITS} bits of an IPv6 address. */
export function addressKey(words: readonly number[]): number {
  return words[0] * 0x100000 + (words[1] >>> 12);
}

/** Days in the lower 16 bits, the country in 10, the registry in 3; a 0 of the first two is "unknown". */
export function packFact({ rir, countryCode, day = 0 }: RegistryFact): number {
  const country = countryCode === undefined
    ? 0
    : (countryCode.charCodeAt(0) - 65) * 26 + countryCode.charCodeAt(1) - 64;
  return day | country << 16 | REGISTRIES.indexOf(rir) << 26;
}

/** Undoes {@link packFact}. */
export function unpackFact(fact: number): RegistryFact {
  const day = fact & 0xffff;
  const country = fact >>> 16 & 0x3ff;
  return {
    rir: REGISTRIES[fact >>> 26],
    ...(country && {
      countryCode: String.fromCharCode(
        65 + Math.floor((country - 1) / 26),
        65 + (country - 1) % 26,
      ),
    }),
    ...(day && { day }),
  };
}

/** "PRIR" read as a little-endian word. */
const MAGIC = 0x52495250;
/** Version of the file. 1 had its rows in any order. */
export const REGISTRY_FORMAT = 2;
const HEADER_WORDS = 8;

/**
 * Writes a file: a header of eight 32-bit words (magic, version, build time in
 * seconds since the epoch, rows of IPv4, of IPv6 and of AS numbers, 0, 0), then
 * the columns, those of doubles first. Little-endian, as every machine Deno
 * runs on is.
 */
export function encodeRegistry(rows: RegistryRows): Uint8Array<ArrayBuffer> {
  const { v4, v6, asns, builtAt } = rows;
  const columns = [
    Uint32Array.of(
      MAGIC,
      REGISTRY_FORMAT,
      Math.floor(builtAt / 1000),
      v4.facts.length,
      v6.facts.length,
      asns.facts.length,
      0,
      0,
    ),
    v6.starts,
    v6.ends,
    v6.facts,
    v4.starts,
    v4.ends,
    v4.facts,
    asns.starts,
    asns.ends,
    asns.facts,
  ];
  const length = columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/**
 * Reads what {@link encodeRegistry} writes; views over the bytes where they are aligned.
 *
 * @throws {Error} when the bytes are not a whole file of this version
 */
export function readRegistry(bytes: Uint8Array): RegistryRows {
  const cannot = (why: string) =>
    new Error(`Cannot load the registry's table: ${why}`);
  if (bytes.byteOffset % 8 !== 0) bytes = bytes.slice();
  if (bytes.length < HEADER_WORDS * 4) {
    throw cannot(`${bytes.length} bytes are no header`);
  }
  const { buffer, byteOffset } = bytes;
  const [magic, version, seconds, rows4, rows6, rowsAsn] = new Uint32Array(
    buffer,
    byteOffset,
    HEADER_WORDS,
  );
  if (magic !== MAGIC) throw cannot("it does not begin with PRIR");
  if (version !== REGISTRY_FORMAT) {
    throw cannot(`version ${version} is not ${REGISTRY_FORMAT}`);
  }
  const length = 4 * HEADER_WORDS + 12 * rows4 + 20 * rows6 + 12 * rowsAsn;
  if (bytes.length !== length) {
    throw cannot(`${bytes.length} bytes where its header says ${length}`);
  }
  let at = byteOffset + 4 * HEADER_WORDS;
  const words = (rows: number) => {
    const view = new Uint32Array(buffer, at, rows);
    at += view.byteLength;
    return view;
  };
  const doubles = (rows: number) => {
    const view = new Float64Array(buffer, at, rows);
    at += view.byteLength;
    return view;
  };
  const v6 = {
    starts: doubles(rows6),
    ends: doubles(rows6),
    facts: words(rows6),
  };
  const of32 = (rows: number) => ({
    starts: words(rows),
    ends: words(rows),
    facts: words(rows),
  });
  const v4 = of32(rows4);
  const asns = of32(rowsAsn);
  if (![v4, v6, asns].every(({ starts }) => isAscending(starts))) {
    throw cannot("its rows are not in order");
  }
  return { builtAt: seconds * 1000, v6, v4, asns };
}

function isAscending(keys: Uint32Array | Float64Array): boolean {
  for (let i = 1; i < keys.length; i++) {
    if (keys[i] < keys[i - 1]) return false;
  }
  return true;
}
