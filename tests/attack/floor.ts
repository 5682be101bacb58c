/**
 * The least that a server needs to live through the attacks, in a process of its own:
 * it reads bodies, holds what isn't read, and refuses by the counts of
 * `lib/http/in_flight.ts`, for a client and in all. It knows nothing to respond with.
 */

/** A kind of request: what it holds, in units of 8 KiB, and how long the response is in bytes. */
interface Kind {
  readonly units: number;
  readonly bytes?: number;
  /** Holds it for so long before it responds. */
  readonly waitMs?: number;
}

const UNITS = 3_072;
const MAX_BODY_BYTES = 64 * 1024;
const CHUNK = new Uint8Array(64 * 1024);
/** By the start of a path. As many of each fit as Porthole serves at a time. */
const KINDS: readonly (readonly [string, Kind])[] = [
  ["/api/v1/batch", { units: 10 }],
  ["/api/v2/batch", { units: 10 }],
  ["/mcp", { units: 10 }],
  ["/api/speed/upload", { units: 128 }],
  ["/api/speed/download", { units: 128, bytes: 25_000_000 }],
  ["/api/ranges/", { units: 192, bytes: 6_900_000 }],
  ["/lookup/", { units: 192, bytes: 100_000, waitMs: 5_000 }],
  ["/api/v1/domain/", { units: 2, waitMs: 5_000 }],
  ["/docs", { units: 20, bytes: 26_800 }],
  ["/style.css", { units: 8, bytes: 60_000 }],
  ["/openapi.json", { units: 35, bytes: 272_000 }],
  ["/nothing/", { units: 1, bytes: 2_500 }],
];
const SHORT: Kind = { units: 1 };
const shortText = "x".repeat(570);

const held = new Map<string, number>();
let all = 0;

function hold(client: string, units: number): void {
  all += units;
  const own = (held.get(client) ?? 0) + units;
  if (own > 0) held.set(client, own);
  else held.delete(client);
}

/** Reads a body to its end, at most 64 KiB of it. */
async function read(body: ReadableStream<Uint8Array>): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    if ((bytes += chunk.length) > MAX_BODY_BYTES) return;
  }
}

/** A response of so many bytes, which are made as they are read. */
function respond(bytes: number | undefined): Response {
  if (bytes === undefined) return new Response(shortText);
  let left = bytes;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(CHUNK.slice(0, left));
      left -= CHUNK.length;
      if (left <= 0) controller.close();
    },
  }, { highWaterMark: 0 });
  return new Response(stream, { headers: { "content-length": `${bytes}` } });
}

async function serve({ body }: Request, kind: Kind): Promise<Response> {
  try {
    if (body) await read(body);
  } catch {
    return new Response(null, { status: 400 });
  }
  if (kind.waitMs) await new Promise((done) => setTimeout(done, kind.waitMs));
  return respond(kind.bytes);
}

function handle(
  request: Request,
  info: Deno.ServeHandlerInfo,
): Response | Promise<Response> {
  const client = request.headers.get("x-forwarded-for") ?? "";
  const path = request.url.slice(request.url.indexOf("/", 8));
  const kind = KINDS.find(([start]) => path.startsWith(start))?.[1] ?? SHORT;
  const free = UNITS - all - kind.units;
  const own = (held.get(client) ?? 0) + kind.units;
  if (free < 0 || (own > kind.units && own > free)) {
    return new Response(null, { status: own > free ? 429 : 503 });
  }
  if (kind === SHORT) return respond(undefined);
  hold(client, kind.units);
  const release = () => hold(client, -kind.units);
  info.completed.then(release, release);
  return serve(request, kind);
}

if (import.meta.main) {
  const onListen = ({ port }: Deno.NetAddr) => console.log(port);
  Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, handle);
}
