import { BoundedMap } from "../core/cache.ts";

/** A number of another type than the usual one. Readers in C distinguish them. */
export class Typed {
  constructor(
    readonly type: "uint16" | "uint64" | "double",
    readonly value: number,
  ) {}
}

/** A value of a record. A number is an unsigned 32-bit integer. Undefined members are left out. */
export type MmdbValue =
  | string
  | number
  | boolean
  | Typed
  | readonly MmdbValue[]
  | { readonly [key: string]: MmdbValue | undefined };

/** Texts shorter than this take less space than a pointer and its lookup. */
const MIN_SHARED_LENGTH = 3;

/** Parts in a generation that are remembered: neighbors often have the same. */
const MAX_REMEMBERED = 65_536;

/**
 * Encodes records. Texts, maps and arrays that were written not long ago are not
 * written again.
 */
export class RecordEncoder {
  #length = 0;
  readonly #offsets = new BoundedMap<string, number>(MAX_REMEMBERED);

  /** @param write appends to the records */
  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  /** Writes a value, and returns where it is. */
  add(value: MmdbValue): number {
    const bytes = encode(value, (part) => this.#shared(part));
    const offset = this.#length;
    this.write(bytes);
    this.#length += bytes.length;
    return offset;
  }

  #offsetOf(value: MmdbValue): number {
    const key = typeof value === "string" ? `"${value}` : JSON.stringify(value);
    let offset = this.#offsets.get(key);
    if (offset === undefined) this.#offsets.set(key, offset = this.add(value));
    return offset;
  }

  /** A pointer to a part of a value; null if the part is small or rarely repeated. */
  #shared(part: MmdbValue): number[] | null {
    const isShared = typeof part === "string"
      ? part.length >= MIN_SHARED_LENGTH
      : typeof part === "object" && !(part instanceof Typed) &&
        !Object.values(part).some((member) => member instanceof Typed);
    return isShared ? pointer(this.#offsetOf(part)) : null;
  }
}

/** The format's numbers of types. */
const TYPES = {
  pointer: 1,
  text: 2,
  double: 3,
  uint16: 5,
  uint32: 6,
  map: 7,
  uint64: 9,
  array: 11,
  boolean: 14,
} as const;

const encoder = new TextEncoder();

/**
 * The bytes of a value.
 *
 * @param share replaces parts of the value by pointers
 */
export function encode(
  value: MmdbValue,
  share: (part: MmdbValue) => number[] | null = () => null,
): Uint8Array {
  const bytes: number[] = [];
  const put = (part: MmdbValue) => {
    const shared = share(part);
    if (shared) bytes.push(...shared);
    else bytes.push(...encode(part, share));
  };
  if (typeof value === "string") {
    const text = encoder.encode(value);
    bytes.push(...control(TYPES.text, text.length), ...text);
  } else if (typeof value === "boolean") {
    bytes.push(...control(TYPES.boolean, value ? 1 : 0));
  } else if (typeof value === "number") {
    bytes.push(...unsigned("uint32", value));
  } else if (value instanceof Typed) {
    bytes.push(
      ...value.type === "double"
        ? double(value.value)
        : unsigned(value.type, value.value),
    );
  } else if (Array.isArray(value)) {
    bytes.push(...control(TYPES.array, value.length));
    for (const item of value) put(item);
  } else {
    const members = Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : [[key, member] as const]
    );
    bytes.push(...control(TYPES.map, members.length));
    for (const member of members) member.forEach(put);
  }
  return Uint8Array.from(bytes);
}

/** Without the zeros at its beginning. */
function unsigned(
  type: "uint16" | "uint32" | "uint64",
  value: number,
): number[] {
  const octets: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) {
    octets.unshift(rest % 256);
  }
  return [...control(TYPES[type], octets.length), ...octets];
}

function double(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return [...control(TYPES.double, 8), ...new Uint8Array(view.buffer)];
}

/** Type and size of a value. */
function control(type: number, size: number): number[] {
  const isExtended = type > 7;
  const short = size < 29 ? size : size < 285 ? 29 : 30;
  const bytes = [isExtended ? short : type << 5 | short];
  if (isExtended) bytes.push(type - 7);
  if (short === 29) bytes.push(size - 29);
  if (short === 30) {
    const rest = size - 285;
    if (rest > 0xffff) throw new RangeError("a value is too long");
    bytes.push(rest >>> 8, rest & 0xff);
  }
  return bytes;
}

/** A pointer with the fewest bytes. */
function pointer(offset: number): number[] {
  const start = TYPES.pointer << 5;
  if (offset < 2048) return [start | offset >>> 8, offset & 0xff];
  if (offset < 526_336) {
    const rest = offset - 2048;
    return [start | 1 << 3 | rest >>> 16, rest >>> 8 & 0xff, rest & 0xff];
  }
  if (offset < 526_336 + 2 ** 27) {
    const rest = offset - 526_336;
    return [
      start | 2 << 3 | rest >>> 24,
      ...[rest >>> 16 & 0xff, rest >>> 8 & 0xff, rest & 0xff],
    ];
  }
  return [
    start | 3 << 3,
    ...[
      offset >>> 24,
      offset >>> 16 & 0xff,
      offset >>> 8 & 0xff,
      offset & 0xff,
    ],
  ];
}
