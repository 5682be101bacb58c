import { addAbortListener } from "node:events";
import { connect } from "node:net";
import type { NameServer } from "./name_server.ts";
import { FormatError } from "./errors.ts";
import {
  headerRcode,
  isBareResponse,
  isTruncated,
  matchQuestion,
  rejectsEdns,
} from "./message.ts";
import {
  encodeQuestion,
  type QuestionOptions,
  randomizeCase0x20,
  type RandomNumbers,
} from "./question.ts";
import { parseIp } from "../net/ip_address.ts";

/** More than the 1,232 octets requested: some servers ignore the limit. */
const MAX_DATAGRAM_LENGTH = 4096;

/**
 * A UDP socket for one name server, on a random port chosen by the system: the
 * port is half of what a forger must guess (RFC 5452).
 */
export class ServerSocket implements Disposable {
  readonly #socket: Deno.DatagramConn;
  readonly #to: Deno.NetAddr;
  readonly #from: string | undefined;

  constructor({ ip, port }: NameServer) {
    this.#to = { transport: "udp", hostname: ip, port };
    this.#from = addressText(ip);
    this.#socket = Deno.listenDatagram({
      transport: "udp",
      hostname: ip.includes(":") ? "::" : "0.0.0.0",
      port: 0,
    });
  }

  /** Rejects with an error of the network. */
  send(bytes: Uint8Array): Promise<number> {
    return this.#socket.send(bytes, this.#to);
  }

  /**
   * Passes on datagrams from the server's address and port until the socket is
   * closed. The bytes are valid during the call only.
   */
  async listen(onDatagram: (bytes: Uint8Array) => void): Promise<void> {
    const buffer = new Uint8Array(MAX_DATAGRAM_LENGTH);
    for (;;) {
      let bytes: Uint8Array;
      let from: Deno.Addr;
      try {
        [bytes, from] = await this.#socket.receive(buffer);
      } catch {
        // Closed, by us or by the system.
        return;
      }
      if (this.#isServer(from)) onDatagram(bytes);
    }
  }

  #isServer(from: Deno.Addr): boolean {
    if (!("hostname" in from) || from.port !== this.#to.port) return false;
    return from.hostname === this.#from ||
      addressText(from.hostname) === this.#from;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

/** The canonical text of an address, without zone. */
function addressText(address: string): string | undefined {
  return parseIp(address.replace(/%.*/, ""))?.text;
}

const LENGTH_LENGTH = 2;

/**
 * Sends a query over TCP and reads one message (RFC 1035 section 4.2.2).
 * Buffers no more than the length prefix announces, at most 64 KiB.
 *
 * @throws the signal's reason; a network error; an error if the message is truncated
 */
async function exchangeTcp(
  query: Uint8Array,
  server: NameServer,
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const socket = connect({ host: server.ip, port: server.port });
  using _leave = addAbortListener(signal, () => socket.destroy(signal.reason));
  try {
    const framed = new Uint8Array(LENGTH_LENGTH + query.length);
    framed[0] = query.length >>> 8;
    framed[1] = query.length;
    framed.set(query, LENGTH_LENGTH);
    socket.write(framed);
    const message = await firstMessage(socket);
    signal.throwIfAborted();
    if (message) return message;
    throw new Error("the connection closed before the end of the response");
  } finally {
    socket.destroy();
  }
}

/** Undefined if the stream ends first. */
async function firstMessage(
  stream: AsyncIterable<Uint8Array>,
): Promise<Uint8Array | undefined> {
  let part = new Uint8Array(LENGTH_LENGTH);
  let filled = 0;
  let isLength = true;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + part.length - filled);
      part.set(taken, filled);
      at += taken.length;
      filled += taken.length;
      if (filled < part.length) break;
      if (!isLength) return part;
      part = new Uint8Array(part[0] << 8 | part[1]);
      if (part.length === 0) return part;
      filled = 0;
      isLength = false;
    }
  }
}

interface UdpOptions {
  signal: AbortSignal;
  /** When to send the query again, in case the datagram was lost. */
  resendMs: number;
}

/**
 * Sends a query over UDP from its own socket, and waits for the first datagram
 * that `read` accepts. It returns null for any other, since a forged datagram
 * must not end the wait.
 *
 * @throws the signal's reason; a network error
 */
async function exchangeUdp<T>(
  query: Uint8Array,
  server: NameServer,
  read: (bytes: Uint8Array) => T | null,
  { signal, resendMs }: UdpOptions,
): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  using socket = new ServerSocket(server);
  const send = () => socket.send(query).catch(reject);
  using _leave = addAbortListener(signal, () => reject(signal.reason));
  const resending = setTimeout(send, resendMs);
  try {
    const closed = socket.listen((bytes) => {
      const response = read(bytes);
      if (response !== null) resolve(response);
    });
    closed.then(() => reject(new Error("the socket was closed")), reject);
    send();
    return await promise;
  } finally {
    clearTimeout(resending);
  }
}

export interface Question
  extends Readonly<Omit<QuestionOptions, "id" | "wireName" | "withEdns">> {
  /** In wire form. */
  readonly name: Uint8Array;
}

interface QueryOptions<Read extends Response> extends UdpOptions {
  random: RandomNumbers;
  /** Reads a response; throws `FormatError` if it is malformed. */
  read: (bytes: Uint8Array) => Read;
  /** Whether to skip UDP. */
  isOverTcp?: boolean;
}

interface Response {
  readonly rcode: string;
}

/** A response, or the fallback that is needed. */
type Reply<Read extends Response> = Read | "over TCP" | "without EDNS";

/**
 * Queries one server: over UDP with EDNS; without EDNS if the server does not
 * support it; over TCP if there is no UDP, the response is truncated, or does
 * not preserve the case of the name, which a forger cannot know (RFC 1035 section 4.2, RFC 7766
 * section 5). Returns responses with any response code.
 *
 * @throws the signal's reason; a network error; `FormatError`
 */
export async function queryNameServer<Read extends Response>(
  question: Question,
  server: NameServer,
  options: QueryOptions<Read>,
): Promise<Read> {
  let query = encode(question, true, options.random);
  let reply = await ask(query, server, options);
  if (isResponse(reply) && rejectsEdns(reply.rcode)) {
    reply = "without EDNS";
  }
  if (reply === "without EDNS") {
    query = encode(question, false, options.random);
    reply = await ask(query, server, options);
    if (reply === "without EDNS") throw new FormatError("question refused");
  }
  if (isResponse(reply)) return reply;
  const bytes = await exchangeTcp(query, server, options.signal);
  if (matchQuestion(query, bytes) === "none" || isTruncated(bytes)) {
    throw new FormatError("invalid response over TCP");
  }
  return options.read(bytes);
}

function isResponse<Read extends Response>(reply: Reply<Read>): reply is Read {
  return typeof reply === "object";
}

function encode(
  { name, ...question }: Question,
  withEdns: boolean,
  random: RandomNumbers,
): Uint8Array {
  const wireName = name.slice();
  randomizeCase0x20(wireName, random);
  return encodeQuestion({ ...question, id: random.next(), wireName, withEdns });
}

function ask<Read extends Response>(
  query: Uint8Array,
  server: NameServer,
  options: QueryOptions<Read>,
): Promise<Reply<Read>> {
  // Not every platform has UDP.
  if (options.isOverTcp || typeof Deno.listenDatagram !== "function") {
    return Promise.resolve("over TCP");
  }
  return exchangeUdp(
    query,
    server,
    (bytes) => readReply(query, bytes, options.read),
    options,
  );
}

/** Null if it is not a response to the query. */
function readReply<Read extends Response>(
  query: Uint8Array,
  bytes: Uint8Array,
  read: (bytes: Uint8Array) => Read,
): Reply<Read> | null {
  const match = matchQuestion(query, bytes);
  if (match === "none") {
    const isRefusal = isBareResponse(query, bytes) &&
      rejectsEdns(headerRcode(bytes));
    return isRefusal ? "without EDNS" : null;
  }
  if (match === "case" || isTruncated(bytes)) return "over TCP";
  try {
    return read(bytes);
  } catch {
    return null;
  }
}
