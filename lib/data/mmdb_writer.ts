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

interface MmdbMetadata {
  /** Such as `Porthole-City`; clients look for the words of MaxMind's products in it. */
  readonly type: string;
  readonly description: string;
  readonly languages: readonly string[];
  /** Seconds since the epoch. */
  readonly buildEpoch: number;
}

const MARKER = Uint8Array.from([
  ...[0xab, 0xcd, 0xef],
  ...new TextEncoder().encode("MaxMind.com"),
]);

/** Between the tree and the records. */
const SEPARATOR_BYTES = 16;

/** Where the tree of IPv4 is: at ::/96. */
const IPV4_DEPTH = 96;

/** Slots of a node: none, or the index of another node, or a record above this. */
const RECORD = 0x8000_0000;

/**
 * Writes a MaxMind DB file (format 2.0,
 * maxmind.github.io/MaxMind-DB) of both families.
 *
 * Ranges are added in ascending order, IPv4 and IPv6 each on their own. IPv6 has a
 * resolution of /64. ::ffff:0:0/96 leads to the IPv4 addresses as well.
 */
export class MmdbWriter {
  /** Two slots per node. */
  #slots = new Uint32Array(1 << 16);
  #nodeCount = 1;
  readonly #data = new DataSection();
  readonly #ipv4Root: number;

  constructor() {
    this.#ipv4Root = this.#descend(0, IPV4_DEPTH, () => 0);
    const mapped = (depth: number) => depth < 80 ? 0 : 1;
    const parent = this.#descend(0, IPV4_DEPTH - 1, mapped);
    this.#slots[2 * parent + 1] = this.#ipv4Root;
  }

  /** Writes a record, and returns its id. */
  addRecord(value: MmdbValue): number {
    return this.#data.add(value) + 1;
  }

  /**
   * Adds a block of addresses.
   *
   * @param high of IPv6 the first 32 bits, of IPv4 0
   * @param low of IPv6 the second 32 bits, of IPv4 all
   * @param length the prefix length, of IPv6 at most 64
   * @param record from {@link addRecord}
   */
  add(
    family: 4 | 6,
    { high, low, length }: { high: number; low: number; length: number },
    record: number,
  ): void {
    const root = family === 4 ? this.#ipv4Root : 0;
    const bit = family === 4
      ? (depth: number) => low >>> 31 - depth & 1
      : (depth: number) =>
        depth < 32 ? high >>> 31 - depth & 1 : low >>> 63 - depth & 1;
    if (length === 0) throw new RangeError("a block has at least one bit");
    const node = this.#descend(root, length - 1, bit);
    this.#slots[2 * node + bit(length - 1)] = RECORD + record;
  }

  /** The node that bits lead to; creates those that are missing. */
  #descend(
    root: number,
    depth: number,
    bit: (depth: number) => number,
  ): number {
    let node = root;
    for (let i = 0; i < depth; i++) {
      const slot = 2 * node + bit(i);
      let next = this.#slots[slot];
      if (next === 0) {
        // May replace the slots.
        next = this.#addNode();
        this.#slots[slot] = next;
      } else if (next >= RECORD) {
        throw new RangeError("blocks must not overlap");
      }
      node = next;
    }
    return node;
  }

  #addNode(): number {
    const node = this.#nodeCount++;
    if (2 * this.#nodeCount > this.#slots.length) {
      const wider = new Uint32Array(2 * this.#slots.length);
      wider.set(this.#slots);
      this.#slots = wider;
    }
    return node;
  }

  /** The whole file. */
  finish(
    { type, description, languages, buildEpoch }: MmdbMetadata,
  ): Uint8Array<ArrayBuffer> {
    const nodes = this.#nodeCount;
    const data = this.#data.bytes();
    const highest = nodes + SEPARATOR_BYTES + data.length;
    const recordSize = highest < 2 ** 24 ? 24 : highest < 2 ** 28 ? 28 : 32;
    const metadata = encode({
      binary_format_major_version: new Typed("uint16", 2),
      binary_format_minor_version: new Typed("uint16", 0),
      build_epoch: new Typed("uint64", buildEpoch),
      database_type: type,
      description: { en: description },
      ip_version: new Typed("uint16", 6),
      languages: [...languages],
      node_count: nodes,
      record_size: new Typed("uint16", recordSize),
    });
    const treeBytes = nodes * recordSize / 4;
    const file = new Uint8Array(
      treeBytes + SEPARATOR_BYTES + data.length + MARKER.length +
        metadata.length,
    );
    this.#writeTree(file, recordSize);
    let at = treeBytes + SEPARATOR_BYTES;
    for (const part of [data, MARKER, metadata]) {
      file.set(part, at);
      at += part.length;
    }
    return file;
  }

  #writeTree(file: Uint8Array, recordSize: 24 | 28 | 32): void {
    const nodes = this.#nodeCount;
    const slots = this.#slots;
    // A slot of 0 has no record, which the number of nodes stands for.
    const numberOf = (slot: number) =>
      slot === 0
        ? nodes
        : slot < RECORD
        ? slot
        : slot - RECORD - 1 + nodes + SEPARATOR_BYTES;
    let at = 0;
    for (let node = 0; node < nodes; node++) {
      const left = numberOf(slots[2 * node]);
      const right = numberOf(slots[2 * node + 1]);
      if (recordSize === 32) {
        file[at++] = left >>> 24;
      }
      file[at++] = left >>> 16;
      file[at++] = left >>> 8;
      file[at++] = left;
      if (recordSize === 28) file[at++] = left >>> 24 << 4 | right >>> 24;
      if (recordSize === 32) file[at++] = right >>> 24;
      file[at++] = right >>> 16;
      file[at++] = right >>> 8;
      file[at++] = right;
    }
  }
}

/** Texts shorter than this take less space than a pointer and its lookup. */
const MIN_SHARED_LENGTH = 3;

/** The records, whose equal texts, maps and arrays are stored once. */
class DataSection {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  readonly #offsets = new Map<string, number>();

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes a value, and returns where it is. */
  add(value: MmdbValue): number {
    const bytes = encode(value, (part) => this.#shared(part));
    const offset = this.#length;
    this.#append(bytes);
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

  #append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) {
      const wider = new Uint8Array(2 * (this.#length + bytes.length));
      wider.set(this.bytes());
      this.#bytes = wider;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
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

/** @param share replaces parts of the value by pointers */
function encode(
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
