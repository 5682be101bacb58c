/** What clients can leave open to take a server's memory. */
import { Http2Streams, type OpenStream } from "../support/http2_streams.ts";
import { Sockets } from "../soak/sockets.ts";
import type { AppProcess } from "../support/app_process.ts";

export interface Attack {
  readonly name: string;
  readonly connections: number;
  /** The part of them that is enough to fill every bound; 0.4 unless told. */
  readonly enough?: number;
  /** By how much memory may grow; 100 MB unless told. */
  readonly maxGrowthBytes?: number;
  /** Leaves requests open on so many connections until the result is disposed of. */
  readonly open: (port: number, connections: number) => Promise<Disposable>;
}

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
  requestOf: (request: number) => OpenStream,
): Attack {
  return {
    name,
    connections,
    async open(port, connections) {
      const all = new DisposableStack();
      for (let i = 0; i < connections; i++) {
        const requests = Array.from(
          { length: STREAMS },
          (_, j) => requestOf(i * STREAMS + j),
        );
        all.use(await Http2Streams.open(port, requests));
      }
      return all;
    },
  };
}

/** The first byte of a body on each of 3,000 connections. */
const slowBodies: Attack = {
  name: "bodies: 3,000 connections over HTTP/1.1, one byte each",
  connections: 3_000,
  async open(port, connections) {
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
];

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
