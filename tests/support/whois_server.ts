import { createServer, type Socket } from "node:net";

/** A whois server on a loopback address. */
export interface WhoisServer extends AsyncDisposable {
  readonly port: number;
  /** Query lines, in order. */
  readonly queries: string[];
  /** Resolves when the first connection has closed. */
  readonly hungUp: Promise<void>;
}

/**
 * Starts a server that sends the return value of `response` and closes the
 * connection; if it returns undefined, it gets the connection. Servers that
 * refer to each other share a port and have their own addresses, `127.0.0.2`
 * and so on.
 */
export async function startWhoisServer(
  response: (query: string, socket: Socket) => string | Uint8Array | void,
  { address = "127.0.0.1", port = 0 } = {},
): Promise<WhoisServer> {
  const queries: string[] = [];
  const sockets = new Set<Socket>();
  const { promise: hungUp, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Some tests make the client disconnect.
    socket.on("error", () => {});
    socket.once("close", () => resolve());
    let line = "";
    socket.on("data", (chunk) => {
      line += chunk;
      if (!line.endsWith("\r\n")) return;
      const query = line.slice(0, -2);
      line = "";
      queries.push(query);
      const text = response(query, socket);
      if (text !== undefined) socket.end(text);
    });
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, address, listening.resolve);
  await listening.promise;
  const bound = server.address();
  if (bound === null || typeof bound === "string") {
    throw new Error("the server has no port");
  }
  return {
    port: bound.port,
    queries,
    hungUp,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const socket of sockets) socket.destroy();
      await closed.promise;
    },
  };
}
