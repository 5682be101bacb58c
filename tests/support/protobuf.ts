/**
 * The part of the protobuf wire format that KV Connect needs: varints and
 * length-delimited fields.
 */

/** A field's value: a varint, or the bytes of a text, a byte string or a message. */
type Value = bigint | Uint8Array;

const VARINT = 0n;
const BYTES = 2n;

/** A field's number and value, to be written. */
export type Field = readonly [number, number | boolean | Uint8Array];

/** A message read field by field; a field that is absent has the default of proto3. */
export class Message {
  readonly #fields = new Map<number, Value[]>();

  /** @throws {Error} if the bytes are not a message */
  constructor(bytes: Uint8Array) {
    let at = 0;
    const varint = (): bigint => {
      let value = 0n;
      for (let shift = 0n;; shift += 7n) {
        if (at >= bytes.length || shift > 63n) throw new Error("no varint");
        const byte = bytes[at++];
        value |= BigInt(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
      }
    };
    const value = (wireType: bigint): Value => {
      if (wireType === VARINT) return varint();
      if (wireType !== BYTES) throw new Error(`wire type ${wireType}`);
      const length = Number(varint());
      if (at + length > bytes.length) throw new Error("cut off");
      return bytes.slice(at, at += length);
    };
    while (at < bytes.length) {
      const tag = varint();
      const field = Number(tag >> 3n);
      const values = this.#fields.get(field) ?? [];
      values.push(value(tag & 7n));
      this.#fields.set(field, values);
    }
  }

  /** An `int64`, `int32`, `bool` or enumeration. */
  number(field: number): number {
    const value = this.#fields.get(field)?.at(-1) ?? 0n;
    if (typeof value !== "bigint") throw new Error(`field ${field} is bytes`);
    return Number(BigInt.asIntN(64, value));
  }

  bytes(field: number): Uint8Array {
    return this.#repeated(field).at(-1) ?? new Uint8Array();
  }

  message(field: number): Message {
    return new Message(this.bytes(field));
  }

  messages(field: number): Message[] {
    return this.#repeated(field).map((bytes) => new Message(bytes));
  }

  #repeated(field: number): Uint8Array[] {
    return (this.#fields.get(field) ?? []).map((value) => {
      if (typeof value === "bigint") throw new Error(`field ${field} is none`);
      return value;
    });
  }
}

function varintBytes(value: bigint): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80n; value >>= 7n) bytes.push(Number(value & 0x7fn) | 0x80);
  return [...bytes, Number(value)];
}

/** The bytes of a message: pairs of field number and value, in the order given. */
export function message(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  return concat(fields.flatMap(([field, value]) => {
    const tag = (wireType: bigint) =>
      varintBytes(BigInt(field) << 3n | wireType);
    return value instanceof Uint8Array
      ? [[...tag(BYTES), ...varintBytes(BigInt(value.length))], value]
      : [[...tag(VARINT), ...varintBytes(BigInt(value))]];
  }));
}

function concat(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
