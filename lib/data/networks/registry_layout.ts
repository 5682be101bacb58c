/** The regional internet registries. Packed facts contain an index into this list. */
export const REGISTRIES = [
  "ARIN",
  "RIPE",
  "APNIC",
  "LACNIC",
  "AFRINIC",
] as const;

export type Registry = typeof REGISTRIES[number];

/**
 * Inclusive ranges, sorted by start, with one fact each. Keys are 32-bit numbers,
 * or the upper 52 bits of an IPv6 address, which a double represents exactly.
 */
export interface RegistryColumns<Keys> {
  readonly starts: Keys;
  readonly ends: Keys;
  /** See {@link packFact}. */
  readonly facts: Uint32Array;
}

/** All ranges that one registry has delegated. */
export interface RegistryRows {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly v4: RegistryColumns<Uint32Array>;
  readonly v6: RegistryColumns<Float64Array>;
  readonly asns: RegistryColumns<Uint32Array>;
}

/** A registry's data about a range. */
interface RegistryFact {
  readonly rir: Registry;
  /** ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** Days since the epoch, up to 65,535. */
  readonly day?: number;
}

/** Bits of an IPv6 address in a key. */
export const KEY_BITS = 52;

/** Packs the day into the lower 16 bits, the country into the next 10, and the registry into 3. 0 means unknown for day and country. */
export function packFact({ rir, countryCode, day = 0 }: RegistryFact): number {
  const country = countryCode === undefined
    ? 0
    : (countryCode.charCodeAt(0) - 65) * 26 + countryCode.charCodeAt(1) - 64;
  return day | country << 16 | REGISTRIES.indexOf(rir) << 26;
}

/** Reverses {@link packFact}. */
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
/** Version of the file format. In version 1 the rows were not sorted. */
export const REGISTRY_FORMAT = 2;
const HEADER_WORDS = 8;

/**
 * Encodes a file: a header of eight 32-bit words (magic, version, build time in
 * seconds since the epoch, numbers of IPv4, IPv6 and AS rows, 0, 0), then the
 * columns, doubles first. Little-endian, like every machine that Deno runs on.
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
 * Reads a file of {@link encodeRegistry}, as views over `bytes`. Copies them only if they are not aligned.
 *
 * @throws {Error} if the bytes are not a complete file of this version
 */
export function readRegistry(bytes: Uint8Array): RegistryRows {
  const cannot = (why: string) =>
    new Error(`Cannot load the registry table: ${why}`);
  if (bytes.byteOffset % 8 !== 0) bytes = bytes.slice();
  if (bytes.length < HEADER_WORDS * 4) {
    throw cannot(`${bytes.length} bytes are too few for a header`);
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
    throw cannot(`it has ${bytes.length} bytes, its header says ${length}`);
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
    throw cannot("its rows are not sorted");
  }
  return { builtAt: seconds * 1000, v6, v4, asns };
}

function isAscending(keys: Uint32Array | Float64Array): boolean {
  for (let i = 1; i < keys.length; i++) {
    if (keys[i] < keys[i - 1]) return false;
  }
  return true;
}
