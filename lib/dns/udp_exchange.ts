import type { NameServer } from "./name_server.ts";
import { ServerSocket } from "./server_socket.ts";

export interface UdpOptions {
  signal: AbortSignal;
  /** A datagram may be lost: the question is sent once more after this long. */
  resendMs: number;
}

/**
 * Sends a query over UDP from a socket of its own, and waits for the first
 * datagram in which `read` finds an answer; null from it is no answer, and a
 * forged one must not end the wait.
 *
 * @throws the signal's reason; an error of the network
 */
export async function overUdp<T>(
  query: Uint8Array,
  server: NameServer,
  read: (bytes: Uint8Array) => T | null,
  { signal, resendMs }: UdpOptions,
): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  using socket = new ServerSocket(server);
  const send = () => socket.send(query).catch(reject);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const resending = setTimeout(send, resendMs);
  try {
    const closed = socket.listen((bytes) => {
      const answer = read(bytes);
      if (answer !== null) resolve(answer);
    });
    closed.then(() => reject(new Error("the socket was closed")), reject);
    send();
    return await promise;
  } finally {
    clearTimeout(resending);
    signal.removeEventListener("abort", onAbort);
  }
}
