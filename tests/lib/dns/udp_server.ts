import type { Buffer } from "node:buffer";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import {
  type Answer,
  decode,
  encode,
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
export interface Asked {
  id: number;
  question: Question;
  /** How many datagrams came before. */
  before: number;
  send(bytes: Buffer): void;
  /** Sends from another port than the one asked. */
  sendFromElsewhere(bytes: Buffer): void;
}

/** An answer in the wire format; `code` is the RCODE of RFC 1035 section 4.1.1. */
export function answerOf(
  { id, question }: Pick<Asked, "id" | "question">,
  { code = 0, flags = 0, answers = [] as Answer[] } = {},
): Buffer {
  return encode({
    type: "response",
    id,
    flags: flags | code,
    questions: [question],
    answers,
  });
}

/** Starts a server on a free UDP port of 127.0.0.1. */
export async function startUdpServer(
  answer: (asked: Asked) => void,
): Promise<UdpServer> {
  const socket = createSocket("udp4");
  const elsewhere = createSocket("udp4");
  let count = 0;
  socket.on("message", (bytes, { address, port }) => {
    const { id = 0, questions: [question] = [] } = decode(bytes);
    answer({
      id,
      question,
      before: count++,
      send: (bytes) => socket.send(bytes, port, address),
      sendFromElsewhere: (bytes) => elsewhere.send(bytes, port, address),
    });
  });
  for (const each of [socket, elsewhere]) {
    each.bind(0, "127.0.0.1");
    await once(each, "listening");
  }
  return {
    ip: "127.0.0.1",
    port: socket.address().port,
    questions: () => count,
    async [Symbol.asyncDispose]() {
      for (const each of [socket, elsewhere]) {
        each.close();
        await once(each, "close");
      }
    },
  };
}

/** Answers over TCP on `port`, in two parts of which the first ends within the length. */
export async function startTcpServer(
  port: number,
  answers: Answer[],
): Promise<AsyncDisposable> {
  const server = createServer((socket) => {
    socket.once("data", (bytes: Buffer) => {
      const { id, questions } = decode(bytes, 2);
      const all = streamEncode({ type: "response", id, questions, answers });
      socket.write(all.subarray(0, 1), () => socket.end(all.subarray(1)));
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}
