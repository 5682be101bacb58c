/** What clients can leave open to take a server's memory. */
import { Http2Streams, type OpenStream } from "../support/http2_streams.ts";
import { Sockets } from "../soak/sockets.ts";
import type { AppProcess } from "../support/app_process.ts";
import { ENDPOINT_REQUESTS, headersOf } from "./endpoints.ts";

export interface Attack {
  readonly name: string;
  readonly connections: number;
  /** The part of them that is enough to fill every bound; 0.4 unless told. */
  readonly enough?: number;
  /** By how much memory may grow; 100 MB unless told. */
  readonly maxGrowthBytes?: number;
  /** Leaves requests open on so many connections until the result is disposed of. */
  readonly open: (at: Attacked, connections: number) => Promise<Disposable>;
}

/** The service, and a token of a member of it. */
export interface Attacked {
  readonly port: number;
  readonly token: string;
}

/** Settings of a service that is attacked. No registry outside is asked. */
export const ATTACKED: Readonly<Record<string, string>> = {
  RATE_LIMIT_BATCH: "0",
  RATE_LIMIT_TEXT: "0",
  SPEED_TEST: "on",
  RDAP_BOOTSTRAP_URL: "http://127.0.0.1:9",
};

const STREAMS = 200;
const ONE_CLIENT = { "x-forwarded-for": "198.51.100.66" };
const json = { "content-type": "application/json" };

/** A client for each number, each in an own /48. */
const clientOf = (n: number) => ({
  "x-forwarded-for": `2001:db8:${(n % 4000 + 1).toString(16)}::1`,
});

/** The same requests on each of a number of connections, `request` counts from 0. */
function overHttp2(
  name: string,
  connections: number,
  requestOf: (request: number, at: Attacked) => OpenStream,
): Attack {
  return {
    name,
    connections,
    async open(at, connections) {
      const all = new DisposableStack();
      for (let i = 0; i < connections; i++) {
        const requests = Array.from(
          { length: STREAMS },
          (_, j) => requestOf(i * STREAMS + j, at),
        );
        all.use(await Http2Streams.open(at.port, requests));
      }
      return all;
    },
  };
}

/** The first byte of a body on each of 3,000 connections. */
const slowBodies: Attack = {
  name: "bodies: 3,000 connections over HTTP/1.1, one byte each",
  connections: 3_000,
  async open({ port }, connections) {
    const sockets = await Sockets.connect(port, connections);
    await sockets.write(
      "POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\n" +
        "content-type: application/json\r\ncontent-length: 60000\r\n" +
        `x-forwarded-for: ${ONE_CLIENT["x-forwarded-for"]}\r\n\r\n{`,
    );
    return sockets;
  },
};

export const ATTACKS: readonly Attack[] = [
  overHttp2("bodies: 50 × 200 of one byte", 50, () => ({
    method: "POST",
    path: "/api/v1/batch",
    headers: { ...ONE_CLIENT, ...json },
    bodyStart: "{",
  })),
  slowBodies,
  overHttp2("bodies: 50 × 200 of 5 kB, each from another /48", 50, (n) => ({
    method: "POST",
    path: "/api/v1/batch",
    headers: { ...clientOf(n), ...json },
    bodyStart: `{"targets":["${"x".repeat(5_000)}`,
  })),
  overHttp2("uploads: 50 × 200 of one byte", 50, (n) => ({
    method: "POST",
    path: "/api/speed/upload",
    headers: clientOf(n),
    bodyStart: "x",
  })),
  overHttp2("lists: 20 × 200 unread, each from another /48", 20, (n) => ({
    path: "/api/ranges/country/US?format=json",
    headers: clientOf(n),
  })),
  {
    ...overHttp2(
      "streams: 5 × 200 unread scans, each from another /48",
      5,
      (n) => ({
        path: `/lookup/9.9.${n % 256}.0/24`,
        headers: { ...clientOf(n), accept: "text/html" },
      }),
    ),
    // 16 scans, each with 256 queries, and the objects that pages were made of.
    maxGrowthBytes: 160e6,
  },
  overHttp2("downloads: 20 × 200 unread, each from another /48", 20, (n) => ({
    path: "/api/speed/download",
    headers: clientOf(n),
  })),
  overHttp2("pages: 50 × 200 unread of one client", 50, () => ({
    path: "/docs",
    headers: { ...ONE_CLIENT, accept: "text/html" },
  })),
  overHttp2("files: 50 × 200 unread of one client", 50, () => ({
    path: "/style.css",
    headers: ONE_CLIENT,
  })),
  overHttp2("documents: 20 × 200 unread, each from another /48", 20, (n) => ({
    path: "/openapi.json",
    headers: clientOf(n),
  })),
  overHttp2("errors: 50 × 200 unread of one client", 50, () => ({
    path: "/nothing/here",
    headers: ONE_CLIENT,
  })),
  overHttp2("records: 50 × 200 unread, each from another /48", 50, (n) => ({
    path: "/api/v1/ip/8.8.8.8",
    headers: clientOf(n),
  })),
  {
    ...overHttp2("names: 50 × 200 silent, each from another /48", 50, (n) => ({
      path: `/api/v1/domain/${n}.silent.test`,
      headers: clientOf(n),
    })),
    // 256 names are resolved, and 1,024 wait.
    enough: 0.16,
  },
  overHttp2("batches: 2 × 200 of 100 silent names of one client", 2, (n) => ({
    ...silentBatch("/api/v1/batch", n),
    headers: { ...ONE_CLIENT, ...json },
  })),
  overHttp2(
    "V2 batches: 5 × 200 of 100 silent names with a token, each from another /48",
    5,
    (n, { token }) => ({
      ...silentBatch("/api/v2/batch", n),
      headers: { ...clientOf(n), ...json, "x-api-key": token },
    }),
  ),
  overHttp2("MCP: 50 × 200 calls, each from another /48", 50, (n) => ({
    method: "POST",
    path: "/mcp",
    headers: { ...clientOf(n), ...json },
    body: toolCall(n),
  })),
  {
    ...overHttp2(
      "endpoints: 20 × 200 unread of all rows of the URL table, each from another /48",
      20,
      (n, { port, token }) => {
        const request = ENDPOINT_REQUESTS[n % ENDPOINT_REQUESTS.length];
        const headers = {
          ...headersOf(request, `http://127.0.0.1:${port}`),
          ...clientOf(n),
        };
        return { ...request, headers: { ...headers, "x-api-key": token } };
      },
    ),
    // Scans and pages are among them.
    maxGrowthBytes: 160e6,
  },
];

/** Needs `EXPORT=on`, and an export that has ended. */
export const EXPORT_ATTACK: Attack = overHttp2(
  "exports: 20 × 200 unread, each from another /48",
  20,
  (n) => ({ path: "/export/Porthole-ASN.mmdb", headers: clientOf(n) }),
);

/** A batch of 100 names that no other batch has. */
function silentBatch(path: string, n: number) {
  const targets = Array.from({ length: 100 }, (_, i) => `${n}-${i}.a.test`);
  return { method: "POST", path, body: JSON.stringify({ targets }) };
}

/** Calls of tools in turn: a name that gets no response, and lookups in the tables. */
function toolCall(n: number): string {
  const [name, args] = ([
    ["lookup_name", { name: `${n}.silent.test` }],
    ["lookup_address", { address: "8.8.8.8" }],
    ["lookup_network", { network: "8.8.8.0/24" }],
  ] as const)[n % 3];
  const params = { name, arguments: args };
  return JSON.stringify({
    jsonrpc: "2.0",
    id: n,
    method: "tools/call",
    params,
  });
}

/**
 * What may be left after an attack: Deno keeps about 23 kB for each connection that
 * it had at once, even in a server that only responds with an empty 503.
 */
export function keptBytes(connections: number): number {
  return 50e6 + 24_000 * connections;
}

/** The resident memory of a process in bytes, without pages of files, which the kernel can drop. */
export async function residentBytes(
  { child }: Pick<AppProcess, "child">,
): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)![1]) * 1024;
}

/** The processor time that a process has taken, in milliseconds (proc(5), with the usual tick of 10 ms). */
export async function processorMs(
  { child }: Pick<AppProcess, "child">,
): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${child.pid}/stat`);
  const [user, system] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12);
  return 10 * (Number(user) + Number(system));
}
