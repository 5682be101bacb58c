import { closeSync, openSync, readSync } from "node:fs";
import { SizedResponse, STREAM_BYTES } from "./compression.ts";
import { listStream } from "./list_response.ts";
import {
  corsHeaders,
  exposedHeaders,
  type HeaderRecord,
  isKnownEtag,
} from "./responses.ts";

export interface Download {
  readonly path: string;
  /** For the client. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Where it begins in the file at the path. */
  readonly offset?: number;
  /** Without quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly modifiedAt: number;
  readonly headers?: HeaderRecord;
}

const CHUNK_BYTES = 65_536;
/** How long a client may pause in total. It can fetch the rest later. */
const MAX_PAUSE_MS = 600_000;

/**
 * A file, or the range of it that the client asks for (RFC 9110 section 14), or 304
 * if the client has it.
 *
 * @param held is disposed of once the file is sent, or the client has left
 */
export function fileResponse(
  { path, name, type, bytes, offset = 0, etag, modifiedAt, ...more }: Download,
  { headers: given, method }: Request,
  held: Disposable,
  { now }: { now: () => number },
): Response {
  const headers = {
    ...corsHeaders,
    ...exposedHeaders,
    "accept-ranges": "bytes",
    // Compressing it would change the bytes of a strong ETag.
    "cache-control": "max-age=3600, no-transform",
    "content-disposition": `attachment; filename="${name}"`,
    etag: `"${etag}"`,
    "last-modified": new Date(modifiedAt).toUTCString(),
    "x-content-type-options": "nosniff",
    ...more.headers,
  };
  const done = (status: number, more: HeaderRecord = {}) => {
    held[Symbol.dispose]();
    return new Response(null, { status, headers: { ...headers, ...more } });
  };
  const ifNoneMatch = given.get("if-none-match");
  const ifModifiedSince = Date.parse(given.get("if-modified-since") ?? "");
  const isKnown = ifNoneMatch === null
    ? modifiedAt <= ifModifiedSince
    : isKnownEtag(headers.etag, ifNoneMatch);
  if (isKnown) return done(304);
  const range = isRangeValid(given.get("if-range"), headers)
    ? parseRange(given.get("range"), bytes)
    : null;
  if (range === "none") {
    return done(416, { "content-range": `bytes */${bytes}` });
  }
  const [from, to] = range ?? [0, bytes];
  const full = {
    ...headers,
    "content-type": type,
    "content-length": String(to - from),
    ...range && { "content-range": `bytes ${from}-${to - 1}/${bytes}` },
  };
  const status = range ? 206 : 200;
  if (method === "HEAD") return done(status, full);
  const chunks = chunksOf(path, offset + from, offset + to);
  // The file is opened now: a newer export may delete it a moment later.
  const first = chunks.next();
  return new SizedResponse(
    listStream(withFirst(first, chunks), {
      [Symbol.dispose]() {
        chunks.return();
        held[Symbol.dispose]();
      },
    }, { now, timeoutMs: MAX_PAUSE_MS }),
    { status, headers: full },
    STREAM_BYTES,
  );
}

function* withFirst(
  first: IteratorResult<Uint8Array, void>,
  rest: Iterable<Uint8Array>,
): Generator<Uint8Array, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

function* chunksOf(
  path: string,
  from: number,
  to: number,
): Generator<Uint8Array, void> {
  const file = openSync(path, "r");
  try {
    for (let at = from; at < to;) {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, to - at));
      const read = readSync(file, chunk, 0, chunk.length, at);
      if (read === 0) throw new Error(`${path} ends early`);
      yield chunk.subarray(0, read);
      at += read;
    }
  } finally {
    closeSync(file);
  }
}

/** Whether the client's part, if it has one, is of this file. */
function isRangeValid(
  ifRange: string | null,
  headers: { readonly etag: string; readonly "last-modified": string },
): boolean {
  return ifRange === null || ifRange === headers.etag ||
    ifRange === headers["last-modified"];
}

/**
 * A single range as its bounds, the end excluded; `none` if the file has no such
 * bytes. Null for several ranges or another unit, which a server may ignore.
 */
function parseRange(
  text: string | null,
  bytes: number,
): readonly [from: number, to: number] | "none" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text ?? "");
  if (!match || match[0] === "bytes=-") return null;
  const [, first, last] = match;
  const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === "" || last === ""
    ? bytes
    : Math.min(bytes, Number(last) + 1);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from >= to ? "none" : [from, to];
}
