/**
 * A name server over UDP and TCP that responds correctly, incorrectly or not at
 * all, depending on the queried name.
 */
import { Buffer } from "node:buffer";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode, type Packet } from "dns-packet";

export interface FuzzNameServer extends Disposable {
  port: number;
}

const NXDOMAIN = 3, SERVFAIL = 2, REFUSED = 5;
const TC = 0x0200;

/** The bytes to send; null for no response. */
export async function startFuzzNameServer(): Promise<FuzzNameServer> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  socket.on("message", (bytes, peer) => {
    const answer = answerTo(Uint8Array.from(bytes), true);
    if (answer) socket.send(answer, peer.port, peer.address);
  });
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  const serving = (async () => {
    for await (const conn of listener) void serve(conn).catch(() => {});
  })();
  return {
    port,
    [Symbol.dispose]() {
      socket.close();
      listener.close();
      void serving.catch(() => {});
    },
  };
}

async function serve(conn: Deno.TcpConn): Promise<void> {
  using open = conn;
  const buffer = new Uint8Array(4_096);
  const count = await open.read(buffer);
  if (count === null || count < 14) return;
  const answer = answerTo(buffer.slice(2, count), false);
  if (!answer) return;
  const message = new Uint8Array(2 + answer.length);
  message.set([answer.length >> 8, answer.length & 0xff]);
  message.set(answer, 2);
  for (let at = 0; at < message.length;) {
    at += await open.write(message.subarray(at));
  }
}

function answerTo(bytes: Uint8Array, isUdp: boolean): Uint8Array | null {
  let query: Packet;
  try {
    query = decode(Buffer.from(bytes));
  } catch {
    return null;
  }
  const name = query.questions?.[0]?.name.toLowerCase() ?? "";
  const hash = hashOf(name);
  const isReverse = name.endsWith(".arpa");
  if (/silent/.test(name) || isReverse && hash % 40 === 0) return null;
  if (/hostile/.test(name) || isReverse && hash % 8 === 1) {
    return hostile(query, bytes, hash >>> 4, isUdp);
  }
  if (hash % 8 === 2) return response(query, [], NXDOMAIN);
  if (hash % 40 === 3) return response(query, [], SERVFAIL);
  return response(query, recordsOf(query, hash));
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash;
}

function response(
  { id, questions, flags = 0 }: Packet,
  answers: Answer[],
  rcode = 0,
): Uint8Array {
  return Uint8Array.from(encode({
    type: "response",
    id,
    flags: flags & 0x0100 | 0x0080 | rcode,
    questions,
    answers,
  }));
}

function recordsOf({ questions }: Packet, hash: number): Answer[] {
  const [{ name, type }] = questions!;
  const ttl = hash % 4_000;
  const data = dataOf(String(type), hash);
  return data.map((one) => ({ name, type, ttl, data: one }) as Answer);
}

function dataOf(type: string, hash: number): unknown[] {
  switch (type) {
    case "A":
      return [`93.184.${hash % 256}.1`, `8.8.${hash % 256}.8`];
    case "AAAA":
      return [`2a02:26f0:${(hash % 65_536).toString(16)}::1`];
    case "PTR":
      return [`host${hash % 1e5}.work.example`];
    case "NS":
    case "CNAME":
      return [`ns${hash % 9}.work.example`];
    case "TXT":
      return ["v=spf1 -all", "\u0000\u0007\u001b[31m<b>"];
    case "MX":
      return [{ preference: 10, exchange: "mx.work.example" }];
    case "SOA":
      return [{
        mname: "ns.work.example",
        rname: "root.work.example",
        serial: 1,
        refresh: 2,
        retry: 3,
        expire: 4,
        minimum: 5,
      }];
    default:
      return [];
  }
}

const many = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

function hostile(
  query: Packet,
  bytes: Uint8Array,
  hash: number,
  isUdp: boolean,
): Uint8Array | null {
  const { name, type } = query.questions![0];
  const usual = () => response(query, recordsOf(query, hash));
  const records = (of: string, data: unknown[]) =>
    response(
      query,
      data.map((one) => ({ name, type: of, data: one }) as Answer),
    );
  switch (hash % 16) {
    case 0:
      return new Uint8Array(40).map((_, i) => hash >> i % 24);
    case 1: {
      const other = usual();
      other[0] ^= 0xff;
      return other;
    }
    case 2:
      return response(
        { ...query, questions: [{ name: "other.example", type }] },
        [],
      );
    case 3: {
      const counted = usual();
      counted.set([0xff, 0xff], 6);
      return counted;
    }
    case 4: {
      // A name that points at itself.
      const looping = Uint8Array.from([...response(query, []), 0xc0, 0x0c]);
      looping.set([0, 1], 6);
      looping.set([0xc0, 0x0c], 12);
      return looping;
    }
    case 5:
      return isUdp
        ? truncated(query)
        : records("A", many(3_900, (i) => `9.${i >> 8}.${i & 255}.1`));
    case 6:
      return records("CNAME", [name]);
    case 7:
      return records("TXT", many(60, () => "\u0000\n\u2028\u202e".repeat(20)));
    case 8:
      return isUdp
        ? truncated(query)
        : records("PTR", many(500, (i) => `p${i}.${"a".repeat(60)}.example`));
    case 9:
      return response(query, [], REFUSED);
    case 10:
      return records(type === "AAAA" ? "AAAA" : "A", [
        type === "AAAA" ? "fd00::1" : "10.0.0.1",
        type === "AAAA" ? "::1" : "127.0.0.1",
      ]);
    case 11: {
      const whole = usual();
      return whole.subarray(0, whole.length - 3);
    }
    case 12:
      return isUdp ? truncated(query) : null;
    case 13:
      return bytes;
    case 14:
      return records("PTR", ["<b>.example", "a b.example", "\u0007.example"]);
    default:
      return new Uint8Array();
  }
}

function truncated(query: Packet): Uint8Array {
  const bytes = response(query, []);
  bytes[2] |= TC >> 8;
  return bytes;
}
