/**
 * The data path of KV Connect over a table in memory: snapshot reads and atomic
 * writes (datapath.proto of the protocol's public description, versions 1 to 3).
 */
import { type Field, Message, message } from "./protobuf.ts";

interface Entry {
  key: Uint8Array;
  data: Uint8Array;
  encoding: number;
  versionstamp: Uint8Array;
  /** 0: never. */
  expireAtMs: number;
}

const encodings = { le64: 2 };
const mutations = { set: 1, delete: 2, sum: 3, max: 4, min: 5 };
const readStatus = { success: 1 };
const writeStatus = { success: 1, checkFailure: 2 };

/** The limits of Deno KV for one write. */
const limits = {
  checks: 100,
  mutations: 1_000,
  keyBytes: 2_048,
  valueBytes: 65_536,
  bytes: 819_200,
};

/**
 * A database without queues and watches. Both methods take and return the bytes of
 * a message, and throw if the bytes are not a message.
 */
export class KvConnectData {
  /** By the key's bytes in hexadecimal, which sort as the bytes do. */
  readonly #entries = new Map<string, Entry>();
  #commits = 0n;

  snapshotRead(request: Uint8Array): Uint8Array<ArrayBuffer> {
    const ranges = new Message(request).messages(1).map((range) => {
      const start = range.bytes(1).toHex();
      const end = range.bytes(2).toHex();
      // One key; of many entries, only lists need to look at all.
      const hexes = end === `${start}00` ? [start] : [...this.#entries.keys()]
        .filter((hex) => hex >= start && hex < end).sort();
      const found = hexes.flatMap((hex) => this.#entry(hex) ?? []);
      if (range.number(4) === 1) found.reverse();
      const entries = found.slice(0, range.number(3)).map((entry) =>
        message(
          [1, entry.key],
          [2, entry.data],
          [3, entry.encoding],
          [4, entry.versionstamp],
        )
      );
      return message(...repeated(1, entries));
    });
    return message(...repeated(1, ranges), [4, true], [8, readStatus.success]);
  }

  atomicWrite(request: Uint8Array): Uint8Array<ArrayBuffer> {
    const write = new Message(request);
    assertWithinLimits(write);
    if (write.messages(3).length > 0) throw new Error("there are no queues");
    const isAsRead = write.messages(1).every((check) => {
      const found = this.#entry(check.bytes(1).toHex());
      return (found?.versionstamp.toHex() ?? "") === check.bytes(2).toHex();
    });
    if (!isAsRead) return message([1, writeStatus.checkFailure]);
    const versionstamp = new Uint8Array(10);
    new DataView(versionstamp.buffer).setBigUint64(0, ++this.#commits);
    for (const mutation of write.messages(2)) {
      this.#mutate(mutation, versionstamp);
    }
    return message([1, writeStatus.success], [2, versionstamp]);
  }

  #mutate(mutation: Message, versionstamp: Uint8Array) {
    const key = mutation.bytes(1);
    const hex = key.toHex();
    const value = mutation.message(2);
    const type = mutation.number(3);
    const put = (data: Uint8Array, expireAtMs: number) =>
      this.#entries.set(hex, {
        key,
        data,
        encoding: value.number(2),
        versionstamp,
        expireAtMs,
      });
    if (type === mutations.delete) this.#entries.delete(hex);
    else if (type === mutations.set) put(value.bytes(1), mutation.number(4));
    else put(this.#combineRuns(type, hex, value), 0);
  }

  #combineRuns(type: number, hex: string, operand: Message): Uint8Array {
    const found = this.#entry(hex);
    const isLe64 = operand.number(2) === encodings.le64 &&
      (found?.encoding ?? encodings.le64) === encodings.le64;
    if (!isLe64) throw new Error("only numbers of 64 bits are combined here");
    const b = operand.bytes(1);
    if (!found) return b;
    const [x, y] = [found.data, b].map((bytes) =>
      new DataView(bytes.buffer).getBigUint64(bytes.byteOffset, true)
    );
    const result = type === mutations.sum
      ? x + y
      : (type === mutations.max) === (x > y)
      ? x
      : y;
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, result, true);
    return bytes;
  }

  #entry(hex: string): Entry | undefined {
    const entry = this.#entries.get(hex);
    if (!entry || entry.expireAtMs === 0 || entry.expireAtMs > Date.now()) {
      return entry;
    }
    this.#entries.delete(hex);
  }
}

function assertWithinLimits(write: Message) {
  const checks = write.messages(1);
  const mutations = write.messages(2);
  let bytes = 0;
  for (const mutation of mutations) {
    const key = mutation.bytes(1).length;
    const value = mutation.message(2).bytes(1).length;
    if (key > limits.keyBytes) throw new Error("a key is too large");
    if (value > limits.valueBytes) throw new Error("a value is too large");
    bytes += key + value;
  }
  const isWithin = checks.length <= limits.checks &&
    mutations.length <= limits.mutations && bytes <= limits.bytes;
  if (!isWithin) throw new Error("the write is too large");
}

function repeated(field: number, values: Uint8Array[]): Field[] {
  return values.map((value) => [field, value]);
}
