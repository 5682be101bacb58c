/** Responses that a hostile zone can have a resolver hand on: all that TCP carries, full of work. */
import { TYPE_CODES } from "../../../lib/dns/question.ts";
import { nameToWire } from "../../../lib/dns/wire_name.ts";

const MAX_LENGTH = 65_535;
const POINTER_TO_QUESTION = [0xc0, 12];
/** A type that nobody reads (RFC 1035 section 3.3.10). */
const TYPE_NULL = 10;
/** What a pointer of two octets can point to. */
const MAX_TARGET = 0x3fff;

/** Writes records behind the question of a response until there is no room. */
class MessageWriter {
  readonly bytes = new Uint8Array(MAX_LENGTH);
  at: number;
  count = 0;

  constructor(query: Uint8Array) {
    // Header and question; the OPT record behind them is left out.
    let end = 12;
    while (query[end] !== 0) end += query[end] + 1;
    end += 5;
    this.bytes.set(query.subarray(0, end));
    this.bytes.set([0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0], 2);
    this.at = end;
  }

  /** @returns false where there is no room */
  add(owner: ArrayLike<number>, type: number, data: ArrayLike<number>) {
    const end = this.at + owner.length + 10 + data.length;
    if (end > MAX_LENGTH) return false;
    this.bytes.set(owner, this.at);
    let at = this.at + owner.length;
    this.bytes.set([0, type, 0, 1, 0, 0, 0, 60], at);
    at += 8;
    this.bytes.set([data.length >>> 8, data.length & 0xff], at);
    this.bytes.set(data, at + 2);
    this.at = end;
    this.count++;
    return true;
  }

  /** The same for the name of the question. */
  answer(type: number, data: ArrayLike<number>) {
    return this.add(POINTER_TO_QUESTION, type, data);
  }

  /** How much data one more answer can have. */
  get room() {
    return MAX_LENGTH - this.at - 12;
  }

  end(): Uint8Array {
    this.bytes.set([this.count >>> 8, this.count & 0xff], 6);
    return this.bytes.subarray(0, this.at);
  }
}

/** A name of 255 octets of which each takes four characters, told apart by a number. */
function longName(number: number): Uint8Array {
  const name = new Uint8Array(255).fill(0x01);
  for (const start of [0, 64, 128]) name[start] = 63;
  name[192] = 61;
  name.set([number >>> 8, number & 0xff], 1);
  name[254] = 0;
  return name;
}

type Fill = (writer: MessageWriter) => unknown;

const { A, PTR, CNAME, TXT, DNSKEY, HTTPS } = TYPE_CODES;

const fills: Readonly<Record<string, Fill>> = {
  /** Some 4,000 addresses, each of its own. */
  addresses(writer) {
    let i = 0;
    while (writer.answer(A, [9, 9, i >>> 8, i++ & 0xff]));
  },
  /** Names of 255 octets, written out. */
  "long names"(writer) {
    let i = 0;
    while (writer.answer(PTR, longName(i++)));
  },
  /** Some 4,000 names of 255 octets, of two octets each and a pointer. */
  "long names by pointers"(writer) {
    const tail = writer.at + 12 + 64;
    writer.answer(PTR, longName(0));
    let i = 0;
    const data = () => [2, i >>> 8, i++ & 0xff, 0xc0 | tail >>> 8, tail & 0xff];
    while (writer.answer(PTR, data()));
  },
  /** Pointers that lead to pointers, and records whose owners lie behind all of them. */
  "chains of pointers"(writer) {
    const first = writer.at + 12;
    const chain: number[] = [0];
    let last = first;
    while (first + chain.length + 2 <= MAX_TARGET) {
      const at = first + chain.length;
      chain.push(0xc0 | last >>> 8, last & 0xff);
      last = at;
    }
    writer.answer(TYPE_NULL, chain);
    const owner = [0xc0 | last >>> 8, last & 0xff];
    while (writer.add(owner, A, [9, 9, 9, 9]));
  },
  aliases(writer) {
    const name = (i: number) => nameToWire(`${i}.alias.test`)!;
    let owner: ArrayLike<number> = POINTER_TO_QUESTION;
    for (let i = 0; writer.add(owner, CNAME, name(i)); i++) owner = name(i);
  },
  /** One record of 65,000 empty strings. */
  "empty strings": (writer) => writer.answer(TXT, new Uint8Array(writer.room)),
  /** One record of strings of one octet. */
  "short strings"(writer) {
    const length = writer.room - writer.room % 2;
    const octet = (_: unknown, i: number) => i % 2 === 0 ? 1 : 0xc3;
    writer.answer(TXT, Uint8Array.from({ length }, octet));
  },
  /** One key, which Base64 makes longer by a third. */
  "long key": (writer) => writer.answer(DNSKEY, new Uint8Array(writer.room)),
  /** One HTTPS record whose list of numbers becomes four times as long: `key65535`. */
  "long list of keys"(writer) {
    const room = writer.room - 7;
    const size = room - room % 2;
    const data = new Uint8Array(7 + size).fill(0xff);
    data.set([0, 1, 0, 0, 0, size >>> 8, size & 0xff]);
    writer.answer(HTTPS, data);
  },
};

export const HOSTILE_KINDS: readonly string[] = Object.keys(fills);

/** A response to the query, as long as TCP carries, of one of {@link HOSTILE_KINDS}. */
export function hostileResponse(query: Uint8Array, kind: string): Uint8Array {
  const writer = new MessageWriter(query);
  fills[kind](writer);
  return writer.end();
}
