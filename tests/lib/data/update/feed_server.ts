import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { lineFeed } from "./line_feed.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Content =
  | string
  | Bytes
  | ((request: Request) => Response | Promise<Response>);

/**
 * A real HTTP server that records its requests.
 *
 * @param routes contents by path and query; other URLs are 404
 */
export function feedServer(routes: Record<string, Content> = {}) {
  const requests: { path: string; headers: Headers }[] = [];
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen() {},
    // Tests break bodies on purpose.
    onError: () => new Response(null, { status: 500 }),
  }, (request) => {
    const { pathname, search } = new URL(request.url);
    requests.push({ path: pathname + search, headers: request.headers });
    const content = routes[pathname + search];
    if (content === undefined) return new Response("none", { status: 404 });
    return typeof content === "function"
      ? content(request)
      : new Response(content);
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const origin = `http://${host}`;
  /** A feed of lines at the path of its name. */
  const feed = (name: string, more?: Partial<Feed>) =>
    lineFeed(name, `${origin}/${name}`, more);
  return {
    host,
    origin,
    requests,
    routes,
    feed,
    /** The same with its content. */
    serve(name: string, content: Content, more?: Partial<Feed>) {
      routes[`/${name}`] = content;
      return feed(name, more);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A file with an ETag; 304 for a conditional request that matches. */
export function file(body: string | Bytes, etag: string) {
  return (request: Request) =>
    request.headers.get("if-none-match") === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : new Response(body, { headers: { etag } });
}

/** Announces 100 bytes, sends the given ones and closes the connection. */
export function cutServer(sent: string) {
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
  const host = `127.0.0.1:${listener.addr.port}`;
  return {
    host,
    origin: `http://${host}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      listener.close();
      await work;
    },
  };
}
