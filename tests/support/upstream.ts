/** Servers of third parties for tests: their responses can be valid, invalid or missing. */
import { constants, deflateRawSync } from "node:zlib";

/** What a client sent. Header names are lower case. */
export interface Received {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
}

/** A response; a body that is neither text nor bytes is sent as JSON. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Writes any bytes to the client; errors are ignored. */
export type Behaviour = (
  client: Deno.TcpConn,
  stopped: Promise<void>,
) => Promise<void>;

export interface Upstream extends AsyncDisposable {
  /** Origin of the server. */
  url: URL;
  received: Received[];
  /** Set to change the response to the next request. */
  reply: Reply | Behaviour;
}

const encoder = new TextEncoder();

/** Starts a server on the loopback address that sends every request the same response. */
export function upstream(reply: Reply | Behaviour): Upstream {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const received: Received[] = [];
  const clients = new Set<Promise<void>>();
  const server: Upstream = {
    url: new URL(`http://127.0.0.1:${listener.addr.port}`),
    received,
    reply,
    async [Symbol.asyncDispose]() {
      listener.close();
      stop();
      await accepting;
      await Promise.all(clients);
    },
  };
  const serve = async (client: Deno.TcpConn) => {
    try {
      if (server.reply === reset) return;
      received.push(await requestOf(client));
      await behaviourOf(server.reply)(client, stopped);
    } catch {
      // The client may disconnect.
    } finally {
      client.close();
    }
  };
  const accepting = (async () => {
    for await (const client of listener) {
      const served = serve(client).finally(() => clients.delete(served));
      clients.add(served);
    }
  })();
  return server;
}

async function requestOf(client: Deno.TcpConn): Promise<Received> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(4096);
  let head = "";
  while (!head.includes("\r\n\r\n")) {
    const length = await client.read(buffer);
    if (length === null) throw new Error("the client sent no whole request");
    head += decoder.decode(buffer.subarray(0, length), { stream: true });
  }
  const [first, ...lines] = head.split("\r\n\r\n")[0].split("\r\n");
  const [method, target] = first.split(" ");
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  return { method, target, headers };
}

function behaviourOf(reply: Reply | Behaviour): Behaviour {
  if (typeof reply === "function") return reply;
  const { status = 200, headers = {}, body = "" } = reply;
  const bytes = body instanceof Uint8Array
    ? body
    : encoder.encode(typeof body === "string" ? body : JSON.stringify(body));
  return async (client) => {
    await write(
      client,
      head({ "content-length": `${bytes.length}`, ...headers }, status),
    );
    await write(client, bytes);
  };
}

function head(headers: Record<string, string>, status = 200): Uint8Array {
  const fields = {
    "content-type": "application/json",
    connection: "close",
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  return encoder.encode(`HTTP/1.1 ${status} Whatever\r\n${lines.join("")}\r\n`);
}

async function write(client: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) {
    sent += await client.write(bytes.subarray(sent));
  }
}

const hanging: Behaviour = (_client, stopped) => stopped;

/** Closing with an unread request makes the system send a reset. */
const reset: Behaviour = () => Promise.resolve();

const hangingInBody: Behaviour = async (client, stopped) => {
  await write(client, head({}));
  await write(client, encoder.encode('{"status":"success",'));
  await stopped;
};

/** Sends one space at a time: JSON that never begins. */
const dripping: Behaviour = async (client, stopped) => {
  await write(client, head({}));
  const space = encoder.encode(" ");
  const until = stopped.then(() => true);
  let isStopped = false;
  while (!isStopped) {
    await write(client, space);
    isStopped = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), 10);
      until.then(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
};

/** A megabyte of zeros in a kilobyte, after which more may follow. */
const zeros = deflateRawSync(new Uint8Array(1 << 20), {
  finishFlush: constants.Z_SYNC_FLUSH,
});

const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/** Endless compressed zeros. */
const gzipBomb: Behaviour = async (client) => {
  await write(client, head({ "content-encoding": "gzip" }));
  await write(client, GZIP_HEADER);
  while (true) await write(client, zeros);
};

const endless: Behaviour = async (client) => {
  await write(client, head({}));
  const spaces = new Uint8Array(65_536).fill(32);
  while (true) await write(client, spaces);
};

const brokenOff: Behaviour = async (client) => {
  await write(client, head({ "content-length": "1000" }));
  await write(client, encoder.encode('{"status":"success",'));
};

const large = JSON.stringify({ status: "success", city: "x".repeat(300_000) });

/** Unusable responses that end. */
export const useless: Readonly<Record<string, Reply | Behaviour>> = {
  "garbage for a response": (client) =>
    write(client, encoder.encode("\u0000\u0001 no HTTP at all\r\n\r\n")),
  "garbage for JSON": { body: "<html>not what you asked for</html>" },
  "bytes that are no UTF-8": { body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) },
  "half a response": brokenOff,
  "no body": {},
  "an array": { body: [] },
  "null": { body: null },
  "status 500": { status: 500, body: { status: "success" } },
  "status 401": { status: 401, body: { error: "no such key" } },
  "status 403": { status: 403, body: { error: "not for you" } },
  "300 kB": { body: large },
  "a body without end": endless,
  "a compressed bomb": gzipBomb,
  "another content type": {
    headers: { "content-type": "text/html" },
    body: { status: "success" },
  },
  "a redirect": {
    status: 302,
    headers: { location: "http://127.0.0.1:9/elsewhere" },
  },
  "a connection reset": reset,
};

/** Responses that never end: only the signal ends the request. */
export const endlessWaits: Readonly<Record<string, Behaviour>> = {
  "no response": hanging,
  "a response that stops": hangingInBody,
  "a response that drips": dripping,
};

/** A test that fails if it leaves anything open. */
export function testWithoutLeaks(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, fn, sanitizeOps: true, sanitizeResources: true });
}
