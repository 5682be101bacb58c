import { BoundedMap } from "../core/cache.ts";
import { ByteList } from "./columns/growing_lists.ts";

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
const MAX_REMEMBERED = 8192;

/**
 * Encodes records. Texts, maps and arrays that were written not long ago are not
 * written again.
 */
export class RecordEncoder {
  #length = 0;
  readonly #texts = new BoundedMap<string, number>(MAX_REMEMBERED);
  readonly #groups = new BoundedMap<string, number>(MAX_REMEMBERED);
  /** By identity, which takes less time. */
  readonly #objects = new BoundedMap<object, number>(MAX_REMEMBERED);
  readonly #values = new ValueBytes((part) => this.#shared(part));

  /** @param write appends to the records; the bytes are valid until it returns */
  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  /** Writes a value, and returns where it is. */
  add(value: MmdbValue): number {
    // Above the unfinished values that it is a part of.
    const start = this.#values.length;
    this.#values.put(value);
    const bytes = this.#values.take(start);
    const offset = this.#length;
    this.write(bytes);
    this.#length += bytes.length;
    return offset;
  }

  /** Where a part of a value is; null if it is small or rarely repeated. */
  #shared(part: MmdbValue): number | null {
    if (typeof part === "string") {
      if (part.length < MIN_SHARED_LENGTH) return null;
      return this.#offsetIn(this.#texts, part, part);
    }
    if (typeof part !== "object" || part instanceof Typed) return null;
    const known = this.#objects.get(part);
    if (known !== undefined) return known;
    if (Object.values(part).some((member) => member instanceof Typed)) {
      return null;
    }
    const offset = this.#offsetIn(this.#groups, JSON.stringify(part), part);
    this.#objects.set(part, offset);
    return offset;
  }

  #offsetIn(
    known: BoundedMap<string, number>,
    key: string,
    value: MmdbValue,
  ): number {
    let offset = known.get(key);
    if (offset === undefined) known.set(key, offset = this.add(value));
    return offset;
  }
}

export function encode(value: MmdbValue): Uint8Array {
  const values = new ValueBytes(() => null);
  values.put(value);
  return values.take(0);
}

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

/** A stack of encoded values. */
class ValueBytes extends ByteList {
  readonly #view = new DataView(new ArrayBuffer(8));

  /** @param sharedAt where a part is already; null if it isn't */
  constructor(
    private readonly sharedAt: (part: MmdbValue) => number | null,
  ) {
    super();
  }

  put(value: MmdbValue): void {
    if (typeof value === "string") this.#putText(value);
    else if (typeof value === "boolean") {
      this.#control(TYPES.boolean, value ? 1 : 0);
    } else if (typeof value === "number") this.#putUnsigned("uint32", value);
    else if (value instanceof Typed) {
      if (value.type === "double") this.#putDouble(value.value);
      else this.#putUnsigned(value.type, value.value);
    } else if (Array.isArray(value)) {
      this.#control(TYPES.array, value.length);
      for (const item of value) this.#putPart(item);
    } else {
      const members = Object.entries(value)
        .filter((member): member is [string, MmdbValue] =>
          member[1] !== undefined
        );
      this.#control(TYPES.map, members.length);
      for (const [key, member] of members) {
        this.#putPart(key);
        this.#putPart(member);
      }
    }
  }

  #putPart(part: MmdbValue): void {
    const offset = this.sharedAt(part);
    if (offset === null) this.put(part);
    else this.#putPointer(offset);
  }

  #putText(text: string): void {
    const bytes = encoder.encode(text);
    this.#control(TYPES.text, bytes.length);
    for (const byte of bytes) this.push(byte);
  }

  /** Without the zeros at its beginning. */
  #putUnsigned(type: "uint16" | "uint32" | "uint64", value: number): void {
    this.#view.setUint32(0, value / 2 ** 32);
    this.#view.setUint32(4, value);
    let start = 0;
    while (start < 8 && this.#view.getUint8(start) === 0) start++;
    this.#control(TYPES[type], 8 - start);
    for (let i = start; i < 8; i++) this.push(this.#view.getUint8(i));
  }

  #putDouble(value: number): void {
    this.#view.setFloat64(0, value);
    this.#control(TYPES.double, 8);
    for (let i = 0; i < 8; i++) this.push(this.#view.getUint8(i));
  }

  /** A pointer with the fewest bytes. */
  #putPointer(offset: number): void {
    const [size, rest] = offset < 2048
      ? [0, offset]
      : offset < 526_336
      ? [1, offset - 2048]
      : offset < 526_336 + 2 ** 27
      ? [2, offset - 526_336]
      : [3, offset];
    const upper = size < 3 ? rest >>> 8 * (size + 1) : 0;
    this.push(TYPES.pointer << 5 | size << 3 | upper);
    this.#bigEndian(rest, Math.min(size + 1, 4));
  }

  #control(type: number, size: number): void {
    const isExtended = type > 7;
    const short = size < 29 ? size : size < 285 ? 29 : 30;
    this.push(isExtended ? short : type << 5 | short);
    if (isExtended) this.push(type - 7);
    if (short === 29) this.push(size - 29);
    if (short === 30) {
      const rest = size - 285;
      if (rest > 0xffff) throw new RangeError("a value is too long");
      this.#bigEndian(rest, 2);
    }
  }

  #bigEndian(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.push(value >>> 8 * i & 0xff);
  }
}
