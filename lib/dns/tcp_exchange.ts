import { connect } from "node:net";
import type { NameServer } from "./name_server.ts";

const LENGTH_LENGTH = 2;

/**
 * Sends a query over TCP and reads one message (RFC 1035 section 4.2.2). No
 * more than the length it begins with is ever kept, which is 64 KiB at most.
 *
 * @throws the signal's reason; an error of the network, or where the message is cut off
 */
export async function overTcp(
  query: Uint8Array,
  server: NameServer,
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const socket = connect({ host: server.ip, port: server.port });
  const onAbort = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const framed = new Uint8Array(LENGTH_LENGTH + query.length);
    framed[0] = query.length >>> 8;
    framed[1] = query.length;
    framed.set(query, LENGTH_LENGTH);
    socket.write(framed);
    const message = await firstMessage(socket);
    signal.throwIfAborted();
    if (message) return message;
    throw new Error("the connection ended before the answer did");
  } finally {
    signal.removeEventListener("abort", onAbort);
    socket.destroy();
  }
}

/** Null where the stream ends before. */
async function firstMessage(
  stream: AsyncIterable<Uint8Array>,
): Promise<Uint8Array | null> {
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
  return null;
}
