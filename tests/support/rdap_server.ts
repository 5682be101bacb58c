import { createServer, type Socket } from "node:net";

/** A registry's server on a free port of 127.0.0.1. */
export interface RdapServer extends AsyncDisposable {
  /** Ends in a slash. */
  readonly url: string;
  readonly port: number;
  /** Requested paths with their queries, in order. */
  readonly requests: string[];
}

export interface TlsPair {
  cert: string;
  key: string;
}

/**
 * Starts a server that sends the return value of `response`, or 404 for
 * undefined.
 */
export function startRdapServer(
  response: (
    path: string,
    request: Request,
  ) => Response | Promise<Response> | undefined,
  { tls }: { tls?: TlsPair } = {},
): RdapServer {
  const requests: string[] = [];
  const handler = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    requests.push(pathname + search);
    return response(pathname, request) ?? new Response(null, { status: 404 });
  };
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = tls
    ? Deno.serve({ ...options, ...tls }, handler)
    : Deno.serve(options, handler);
  const { port } = server.addr;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/`,
    port,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A response in RDAP's media type. */
export function rdap(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { "content-type": "application/rdap+json", ...init.headers },
  });
}

export function redirect(location: string, status = 302): Response {
  return new Response(null, { status, headers: { location } });
}

/** A raw TCP server, for responses that no HTTP server sends. */
export interface RawServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Resolves when the first connection has closed. */
  readonly hungUp: Promise<void>;
}

/** Starts a server that passes on each connection once it has received data. */
export async function startRawServer(
  onRequest: (socket: Socket) => void,
): Promise<RawServer> {
  const { promise: hungUp, resolve } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Some tests make the client disconnect.
    socket.on("error", () => {});
    socket.once("close", () => resolve());
    socket.once("data", () => onRequest(socket));
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("the server has no port");
  }
  return {
    url: `http://127.0.0.1:${address.port}/`,
    port: address.port,
    hungUp,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const socket of sockets) socket.destroy();
      await closed.promise;
    },
  };
}
