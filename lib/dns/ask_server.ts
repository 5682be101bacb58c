import { Buffer } from "node:buffer";
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import {
  decode,
  type DecodedPacket,
  encode,
  type Question,
  RECURSION_DESIRED,
} from "dns-packet";
import { parseIp } from "../net/ip_address.ts";
import type { NameServer } from "./name_server.ts";

export interface AskOptions {
  signal: AbortSignal;
  /** 0 to 65535, not to be guessed: whoever guesses it can forge the answer. */
  id: number;
}

/** A datagram may be lost; the question is sent again after this long. */
const RESEND_MS = 800;

/**
 * Asks one recursive name server one question: over UDP, and over TCP where
 * the answer was cut off (RFC 1035 section 4.2, RFC 7766 section 5).
 *
 * @throws the signal's reason; an error of the network. Whatever the server answers is an answer.
 */
export async function askServer(
  question: Question,
  server: NameServer,
  { signal, id }: AskOptions,
): Promise<DecodedPacket> {
  signal.throwIfAborted();
  const query = encode({
    type: "query",
    id,
    flags: RECURSION_DESIRED,
    questions: [question],
  });
  const read = (bytes: Buffer) => answerTo(question, id, bytes);
  const answer = await overUdp(query, server, read, signal);
  return answer.flag_tc ? await overTcp(query, server, read, signal) : answer;
}

type Reader = (bytes: Buffer) => DecodedPacket | null;

/** The answer in these bytes, or null where they are no answer to this question. */
function answerTo(
  { name, type }: Question,
  id: number,
  bytes: Buffer,
): DecodedPacket | null {
  try {
    const answer = decode(bytes);
    const [asked] = answer.questions ?? [];
    const fits = answer.flag_qr && answer.id === id && asked?.type === type &&
      withoutDot(asked.name) === withoutDot(name);
    return fits ? answer : null;
  } catch {
    // What cannot be read is no answer; a forged one must not end the wait.
    return null;
  }
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, "").toLowerCase();
}

/** A socket, and so a port, of its own: the port is half of what a forger has to guess (RFC 5452). */
async function overUdp(
  query: Buffer,
  server: NameServer,
  read: Reader,
  signal: AbortSignal,
): Promise<DecodedPacket> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodedPacket>();
  const socket = createSocket(isIPv6(server.ip) ? "udp6" : "udp4");
  const expected = addressText(server.ip);
  const send = () =>
    socket.send(query, server.port, server.ip, (error) => {
      if (error) reject(error);
    });
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  socket.on("error", reject);
  socket.on("message", (bytes, { address, port }) => {
    if (port !== server.port || addressText(address) !== expected) return;
    const answer = read(bytes);
    if (answer) resolve(answer);
  });
  const resending = setInterval(send, RESEND_MS);
  try {
    send();
    return await promise;
  } finally {
    clearInterval(resending);
    signal.removeEventListener("abort", onAbort);
    socket.close();
  }
}

/** One spelling for each address; the zone of a link-local one says nothing here. */
function addressText(address: string): string | undefined {
  return parseIp(address.replace(/%.*/, ""))?.text;
}

async function overTcp(
  query: Buffer,
  server: NameServer,
  read: Reader,
  signal: AbortSignal,
): Promise<DecodedPacket> {
  const socket = connect({ host: server.ip, port: server.port });
  const onAbort = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    socket.write(Buffer.concat([length, query]));
    let received = Buffer.alloc(0);
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) continue;
      const end = 2 + received.readUInt16BE(0);
      if (received.length < end) continue;
      const answer = read(received.subarray(2, end));
      if (answer) return answer;
      break;
    }
    signal.throwIfAborted();
    throw new Error(`${server.ip} gave no answer over TCP`);
  } finally {
    signal.removeEventListener("abort", onAbort);
    socket.destroy();
  }
}
