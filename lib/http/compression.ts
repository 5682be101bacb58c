/**
 * Compresses bodies with gzip, which every browser accepts. `Deno.serve` could
 * do that itself (`automaticCompression`), but for every body over 64 bytes and
 * for each request anew: short JSON would cost more time than it saves.
 *
 * The length of a compressed page can betray a secret in it (BREACH) if the page
 * also repeats what an attacker chooses, and if the attacker can have it loaded
 * again and again. No page contains a CSRF token, a session or a password. A new
 * API token is shown once, in the response to a form that other sites cannot
 * send. Requests that other sites cause carry no session, because its cookie is
 * `SameSite=Lax`, unless they open the page in sight of the member.
 */
import { gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** Shorter bodies fit into the first packet anyway. */
const MIN_PAGE_BYTES = 1_000;
/**
 * JSON about one address is shorter. It often comes from memory, where
 * compression would take most of the time.
 */
const MIN_JSON_BYTES = 8_000;
/**
 * gzip's level for what one client gets: it takes half the time of the usual 6, and
 * gives 6 % more bytes.
 */
export const ONE_VISITOR_LEVEL = 2;
/** For pages without a template, which take many times as long to render. */
const PAGE_LEVEL = 9;
/** UTF-8 needs at most that many bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

interface Rule {
  /** The length from which a body is compressed. */
  readonly minBytes: number;
  readonly level: number;
}

/** By type. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ["text/html; charset=utf-8", { minBytes: MIN_PAGE_BYTES, level: PAGE_LEVEL }],
  ["application/json; charset=utf-8", {
    minBytes: MIN_JSON_BYTES,
    level: ONE_VISITOR_LEVEL,
  }],
]);

/** In characters. No client sends more. */
const MAX_ACCEPTED_LENGTH = 500;

const VARY = "accept-encoding";

/** Whether the client accepts gzip (RFC 9110 section 12.5.3). */
export function acceptsGzip(headers: Headers): boolean {
  const accepted = headers.get("accept-encoding");
  if (!accepted || accepted.length > MAX_ACCEPTED_LENGTH) return false;
  const request = { headers: { "accept-encoding": accepted } };
  return new Negotiator(request).encoding(["gzip", "identity"]) === "gzip";
}

type Whole = string | Uint8Array<ArrayBuffer>;
type Content = Whole | ReadableStream<Uint8Array>;

/** A response that knows the memory it takes until it is read: its length, or more for a stream. */
export class SizedResponse extends Response {
  constructor(
    readonly content: Content,
    init: ResponseInit,
    readonly byteLength: number,
  ) {
    super(content, init);
  }
}

/**
 * What a stream takes that is not being read, however long it is. Deno reads about
 * 64 KiB ahead, and a part is being produced.
 */
export const STREAM_BYTES = 160 * 1024;

/** What Deno 2.9.6 takes for any stream, beside its content. */
export const AWAITED_BYTES = 44 * 1024;

/**
 * A response that needs no compression: it is short, or was compressed before.
 *
 * Deno prepares a response for its HTTP server when it is created, and has to
 * do that again, from JavaScript objects, if anyone reads its headers or its
 * body. So nothing in the hot path may: the content type is kept beside them.
 */
export class FinalResponse extends Response {
  readonly contentType: string | null;
  readonly byteLength: number;

  /** @param content without it, the response can be sent any number of times */
  constructor(
    readonly content: Whole | null,
    init: { status?: number; headers: Readonly<Record<string, string>> },
  ) {
    super(content, init);
    this.byteLength = content?.length ?? 0;
    this.contentType = init.headers["content-type"] ?? null;
  }
}

/** Longer ones are sent as streams, because Deno copies other bodies for each response. */
export const MAX_COPIED_BYTES = 64 * 1024;

/** A body as a stream, of which Deno reports the end once the client has read it. */
export function streamOf(
  bytes: Uint8Array<ArrayBuffer>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** Whether text is too short to be compressed, whatever its characters. */
export function isShort(text: string): boolean {
  return text.length * MAX_BYTES_PER_UNIT < MIN_JSON_BYTES;
}

/**
 * The body of a page or of long JSON. As bytes it is for many clients, because
 * encoding it costs more than sending it; as a text for one. It is compressed once,
 * for the first client that accepts gzip.
 */
export class NegotiatedBody {
  #gzipped: Uint8Array<ArrayBuffer> | undefined;

  readonly #level: number | undefined;

  /** @param level of gzip, by default 6 */
  constructor(
    readonly content: Whole,
    level?: number,
  ) {
    this.#level = level;
  }

  /**
   * The body in the encoding that the request accepts, with its headers.
   *
   * @param headers of the response; `vary` is extended
   */
  response(
    requestHeaders: Headers,
    headers: Readonly<Record<string, string>>,
  ): Response {
    const isGzip = acceptsGzip(requestHeaders);
    const content = isGzip
      ? this.#gzipped ??= gzipped(this.content, this.#level)
      : this.content;
    const all = {
      ...headers,
      vary: headers.vary ? `${headers.vary}, ${VARY}` : VARY,
      ...isGzip && { "content-encoding": "gzip" },
    };
    const maxBytes = content.length *
      (typeof content === "string" ? MAX_BYTES_PER_UNIT : 1);
    if (maxBytes <= MAX_COPIED_BYTES) {
      return new FinalResponse(content, { headers: all });
    }
    const bytes = encoded(content);
    return new SizedResponse(streamOf(bytes), {
      headers: { ...all, "content-length": String(bytes.length) },
    }, bytes.length + AWAITED_BYTES);
  }
}

/** Text as UTF-8; bytes as they are. */
export function encoded(
  content: string | Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return typeof content === "string"
    ? new TextEncoder().encode(content)
    : content;
}

/** A copy, because a `Buffer` may share its memory with others. */
function gzipped(
  content: Whole,
  level?: number,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(content, { level }));
}

/**
 * Compresses pages and long JSON, unless the response already has an encoding,
 * or is streamed (`no-transform`).
 *
 * @param headers of the request
 */
export async function compressed(
  response: Response,
  headers: Headers,
): Promise<Response> {
  const rule = ruleOf(response);
  if (!rule) return response;
  const bytes = await response.bytes();
  const isLong = bytes.length >= rule.minBytes;
  const isGzip = isLong && acceptsGzip(headers);
  const body = isGzip ? gzipped(bytes, rule.level) : bytes;
  const sized = new SizedResponse(body, response, body.length);
  if (isLong) sized.headers.append("vary", VARY);
  if (isGzip) sized.headers.set("content-encoding", "gzip");
  return sized;
}

function ruleOf(response: Response): Rule | undefined {
  const { headers, status } = response;
  const rule = RULES.get(headers.get("content-type") ?? "");
  if (
    rule === undefined || status === 206 || headers.has("content-encoding") ||
    headers.get("vary")?.includes(VARY) ||
    headers.get("cache-control")?.includes("no-transform")
  ) return undefined;
  // Last, because reading it makes a stream of a text, which is sent in chunks.
  return response.body === null ? undefined : rule;
}
