/** A real HTTP server that records its requests. */
export interface RecordedRequest {
  path: string;
  headers: Headers;
}

type Handler = (request: Request) => Response | Promise<Response>;

export interface FeedServer extends AsyncDisposable {
  origin: string;
  requests: RecordedRequest[];
  /** Handlers by path and query; other URLs are 404. */
  routes: Record<string, Handler>;
}

export function feedServer(routes: Record<string, Handler> = {}): FeedServer {
  const requests: RecordedRequest[] = [];
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen() {},
    // Tests break bodies on purpose.
    onError: () => new Response(null, { status: 500 }),
  }, (request) => {
    const { pathname, search } = new URL(request.url);
    requests.push({ path: pathname + search, headers: request.headers });
    const handler = feeds.routes[pathname + search];
    return handler ? handler(request) : new Response("none", { status: 404 });
  });
  const feeds: FeedServer = {
    origin: `http://127.0.0.1:${server.addr.port}`,
    requests,
    routes,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
    },
  };
  return feeds;
}

/** A file with an ETag; 304 for a conditional request that matches. */
export function file(body: string | Uint8Array<ArrayBuffer>, etag: string) {
  return (request: Request) =>
    request.headers.get("if-none-match") === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : new Response(body, { headers: { etag } });
}

/** Announces 100 bytes, sends the given ones and closes the connection. */
export function cutServer(
  sent: string,
): { origin: string; connections: () => number } & AsyncDisposable {
  let connections = 0;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const work = (async () => {
    for await (const connection of listener) {
      connections++;
      await connection.read(new Uint8Array(4096));
      const head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n";
      await connection.write(new TextEncoder().encode(head + sent));
      connection.close();
    }
  })();
  return {
    origin: `http://127.0.0.1:${listener.addr.port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      listener.close();
      await work;
    },
  };
}
