/** Writes small MaxMind DB files (format 2.0) for tests. */

/** A number is written as a 64-bit float. */
export type MmdbValue = string | number | boolean | MmdbValue[] | {
  [key: string]: MmdbValue;
};

export interface MmdbOptions {
  ipVersion?: 4 | 6;
  recordSize?: 24 | 28 | 32;
  type?: string;
  /** Seconds since the epoch. */
  buildEpoch?: number;
  majorVersion?: number;
  /** Prefixes, as bits, below which the tree of ::/96 occurs again. */
  repeated?: readonly string[];
  /** Whether each text is there once, and the records point to it. */
  sharesTexts?: boolean;
}

/** A prefix as its bits, `"1100…"`, and the record of all addresses below it. */
export type MmdbEntry = readonly [bits: string, record: MmdbValue];

type Node = [Slot, Slot];
/** A node's index, or a record's bytes; null without a record. */
type Slot = number | { offset: number } | null;

const marker = Uint8Array.from([0xab, 0xcd, 0xef, ...ascii("MaxMind.com")]);

/** Writes a file; a later entry must not lie inside an earlier one. */
export function writeMmdb(
  entries: readonly MmdbEntry[],
  {
    ipVersion = 4,
    recordSize = 24,
    type = "test",
    buildEpoch = 1_780_000_000,
    majorVersion = 2,
    repeated = [],
    sharesTexts = false,
  }: MmdbOptions = {},
): Uint8Array<ArrayBuffer> {
  const nodes: Node[] = [[null, null]];
  const data: number[] = [];
  const insert = (bits: string, leaf: Slot) => {
    let node = 0;
    for (const [i, bit] of [...bits].entries()) {
      const side = bit === "1" ? 1 : 0;
      if (i === bits.length - 1) {
        nodes[node][side] = leaf;
        break;
      }
      const next = nodes[node][side];
      if (typeof next === "number") node = next;
      else node = nodes[node][side] = nodes.push([null, null]) - 1;
    }
  };
  const texts = new Map<string, number>();
  const shared = (text: string) => {
    if (!sharesTexts || text === "") return encode(text);
    const at = texts.getOrInsertComputed(
      text,
      () => data.push(...encode(text)) - encode(text).length,
    );
    // A pointer of four bytes.
    return [0x38, ...big(at, 4)];
  };
  for (const [bits, record] of entries) {
    // Writes the shared texts before the record.
    encode(record, shared);
    const leaf = { offset: data.length };
    data.push(...encode(record, shared));
    insert(bits, leaf);
  }
  let root4: Slot = 0;
  for (let depth = 0; depth < 96 && typeof root4 === "number"; depth++) {
    root4 = nodes[root4][0];
  }
  for (const bits of repeated) insert(bits, root4);
  const tree = nodes.flatMap((node) =>
    nodeBytes(node.map((slot) => value(slot, nodes.length)), recordSize)
  );
  const metadata = encode({
    binary_format_major_version: { uint: majorVersion },
    binary_format_minor_version: { uint: 0 },
    build_epoch: { uint: buildEpoch },
    database_type: type,
    description: {},
    ip_version: { uint: ipVersion },
    languages: [],
    node_count: { uint: nodes.length },
    record_size: { uint: recordSize },
  });
  return Uint8Array.from(
    [...tree, ...new Array(16).fill(0), ...data, ...marker, ...metadata],
  );
}

function value(slot: Slot, nodeCount: number): number {
  if (slot === null) return nodeCount;
  return typeof slot === "number" ? slot : nodeCount + 16 + slot.offset;
}

function nodeBytes([left, right]: number[], recordSize: number): number[] {
  if (recordSize === 24) return [...big(left, 3), ...big(right, 3)];
  if (recordSize === 32) return [...big(left, 4), ...big(right, 4)];
  const middle = left >>> 24 << 4 | right >>> 24;
  return [...big(left, 3), middle, ...big(right, 3)];
}

/** @param textBytes the bytes of a text within a map or an array */
function encode(of: MmdbValue, textBytes = encodeText): number[] {
  if (typeof of === "string") return encodeText(of);
  const inner = (part: MmdbValue) =>
    typeof part === "string" ? textBytes(part) : encode(part, textBytes);
  if (typeof of === "number") {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, of);
    return [...control(3, 8), ...bytes];
  }
  if (typeof of === "boolean") return control(14, of ? 1 : 0);
  if (Array.isArray(of)) {
    return [...control(11, of.length), ...of.flatMap(inner)];
  }
  if (typeof of.uint === "number") {
    return [...control(6, 4), ...big(of.uint, 4)];
  }
  const fields = Object.entries(of);
  return [
    ...control(7, fields.length),
    ...fields.flatMap(([key, field]) => [...inner(key), ...inner(field)]),
  ];
}

function encodeText(text: string): number[] {
  const bytes = [...new TextEncoder().encode(text)];
  return [...control(2, bytes.length), ...bytes];
}

function control(type: number, size: number): number[] {
  const [short, ...more] = size < 29
    ? [size]
    : size < 285
    ? [29, size - 29]
    : [30, ...big(size - 285, 2)];
  return type > 7 ? [short, type - 7, ...more] : [type << 5 | short, ...more];
}

function big(number: number, bytes: number): number[] {
  return Array.from(
    { length: bytes },
    (_, i) => Math.floor(number / 256 ** (bytes - 1 - i)) % 256,
  );
}

function ascii(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}
