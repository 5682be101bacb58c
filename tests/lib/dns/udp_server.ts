import assert from "node:assert/strict";
import type { Buffer } from "node:buffer";
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import {
  type Answer,
  decode,
  encode,
  type Packet,
  type Question,
  streamEncode,
} from "dns-packet";

/** A name server that says what a test wants. */
export interface UdpServer extends AsyncDisposable {
  readonly ip: "127.0.0.1";
  readonly port: number;
  /** Datagrams received so far. */
  questions(): number;
}

/** What came in, and how to answer it. */
export interface ReceivedQuery {
  id: number;
  question: Question;
  /** The query as it came. */
  query: Uint8Array;
  /** Whether it has an OPT record. */
  hasEdns: boolean;
  /** The port it came from. */
  port: number;
  /** How many datagrams came before. */
  before: number;
  send(bytes: Uint8Array): void;
  /** Sends from another port than the one asked, and from the same port of another address. */
  sendFromElsewhere(bytes: Uint8Array): void;
}

/** The data of a SOA record, with the shortest names. */
export const SOA = {
  ...{ mname: ".", rname: ".", serial: 1, refresh: 2, retry: 3, expire: 4 },
  minimum: 5,
};

/** `code` is the RCODE of RFC 1035 section 4.1.1. */
interface ResponseParts extends Packet {
  code?: number;
}

export function responseTo(
  { id, question }: Pick<ReceivedQuery, "id" | "question">,
  { code = 0, flags = 0, ...sections }: ResponseParts = {},
): Buffer {
  return encode({
    type: "response",
    id,
    flags: flags | code,
    questions: [question],
    ...sections,
  });
}

/** Starts a server that sends the same response, or what the function returns, to each query. */
export function startResponder(
  response: ResponseParts | ((received: ReceivedQuery) => Uint8Array),
): Promise<UdpServer> {
  return startUdpServer((received) =>
    received.send(
      typeof response === "function"
        ? response(received)
        : responseTo(received, response),
    )
  );
}

export const startSilentServer = (): Promise<UdpServer> =>
  startUdpServer(() => {});

/** Starts a server on a free UDP port of 127.0.0.1. */
export async function startUdpServer(
  response: (received: ReceivedQuery) => void,
): Promise<UdpServer> {
  const [socket, otherAddress] = await onSamePort();
  const otherPort = createSocket("udp4");
  let count = 0;
  socket.on("message", (bytes, { address, port }) => {
    const { id = 0, questions = [], additionals = [] } = decode(bytes);
    response({
      id,
      question: questions[0],
      query: new Uint8Array(bytes),
      hasEdns: additionals.some(({ type }) => type === "OPT"),
      port,
      before: count++,
      send: (bytes) => socket.send(bytes, port, address),
      sendFromElsewhere(bytes) {
        otherPort.send(bytes, port, address);
        otherAddress.send(bytes, port, address);
      },
    });
  });
  otherPort.bind(0, "127.0.0.1");
  await once(otherPort, "listening");
  return {
    ip: "127.0.0.1",
    port: socket.address().port,
    questions: () => count,
    async [Symbol.asyncDispose]() {
      for (const each of [socket, otherPort, otherAddress]) {
        each.close();
        await once(each, "close");
      }
    },
  };
}

/**
 * Sockets of one port and two addresses. The port is below those that connections
 * are given, so that no stranger's connection has it when a test listens on it
 * over TCP.
 */
async function onSamePort(): Promise<[socket: UdpSocket, other: UdpSocket]> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    const socket = await boundTo(port, "127.0.0.1");
    if (!socket) continue;
    const other = await boundTo(port, "127.0.0.2");
    if (other) return [socket, other];
    socket.close();
    await once(socket, "close");
  }
}

/** Null if the port is taken. */
async function boundTo(port: number, address: string) {
  const socket = createSocket("udp4");
  socket.bind(port, address);
  try {
    await once(socket, "listening");
    return socket;
  } catch {
    socket.close();
    return null;
  }
}

/** Answers over TCP on `port`, in two parts of which the first ends within the length. */
export function startTcpServer(port: number, answers: Answer[]) {
  return startRawTcpServer(port, (query, socket) => {
    const { id, questions } = decode(query);
    const all = streamEncode({ type: "response", id, questions, answers });
    socket.write(all.subarray(0, 1), () => socket.end(all.subarray(1)));
  });
}

/** Leaves what is sent over TCP on `port`, after a message without its length, to the test. */
export async function startRawTcpServer(
  port: number,
  behave: (query: Buffer, socket: Socket) => void,
) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Whoever asked may hang up while the answer is being written.
    socket.on("error", () => {});
    socket.once("data", (bytes: Buffer) => behave(bytes.subarray(2), socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert(typeof address === "object" && address);
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
