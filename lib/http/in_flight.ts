import type { ClientKey } from "../core/fair_queue.ts";
import {
  type Permit,
  type PermitsInUse,
  Semaphore,
} from "../core/semaphore.ts";
import { Turns } from "../core/turns.ts";
import { providerKey } from "../net/client_address.ts";
import {
  AWAITED_BYTES,
  encoded,
  FinalResponse,
  MAX_COPIED_BYTES,
  SizedResponse,
  streamOf,
} from "./compression.ts";
import { splitUrl } from "./hosts.ts";
import type { ClientOf, RefusalOf } from "./doors.ts";
import type { Fetch } from "./on_response.ts";
import { SharedPermits } from "./shared_permits.ts";
import { corsHeaders } from "./responses.ts";
import { rowOf } from "./url_rows.ts";

/** The unit in which memory is counted. */
const UNIT_BYTES = 8 * 1024;
/** What a request takes until its response is ready: 6 to 9 kB, seen with Deno 2.9.6. */
const REQUEST_BYTES = 8 * 1024;
/** With a body, beside it: a buffer for what arrives. */
const BUFFER_BYTES = 16 * 1024;
/** With a body of unknown length: the longest that a route reads. */
const BODY_REQUEST_BYTES = 64 * 1024 + BUFFER_BYTES;
/**
 * For a page: the objects that it is made of, and what of them is not collected yet. So
 * one client, such as a proxy that is not trusted, can ask for 64 pages at a time, even
 * if Deno has yet to say that as many others have been read.
 */
const PAGE_REQUEST_BYTES = 112 * 1024;
/** What a response takes beside its body until the client has read it. */
const RESPONSE_BYTES = 4 * 1024;
/** Of the short responses, one in so many is counted, for all of them. */
const SAMPLED = 64;
/**
 * Of those up to 1 kB, which take 5 kB at most: counting one in 64 took 4 of 57 µs of a
 * response (paired, 2026-11-28).
 */
const SAMPLED_IF_SMALL = 256;
const SMALL_BYTES = 1024;
/** Of all short responses, while more than half of the memory is in use, but not three quarters. */
const SAMPLED_IF_SCARCE = 8;

/** With 28, a few full batches of one client with 64 connections were refused (2026-11-28). */
const MAX_BYTES = 32 * 1024 * 1024;

/** The permits that the requests in flight of all threads share. */
export function permitsInFlight(
  thread: number,
  buffer?: SharedArrayBuffer,
): SharedPermits {
  return new SharedPermits(MAX_BYTES / UNIT_BYTES, thread, buffer);
}

export interface InFlightOptions {
  clientOf: ClientOf;
  /** For the requests and unread responses of all clients. */
  maxBytes?: number;
  /** Permits in use by all threads; by default by this one. */
  inUse?: PermitsInUse;
  /** A number from 0 up to, but not including, 1. */
  random?: () => number;
  turns?: Pick<Turns, "isOver" | "next">;
  /** The response to a request that would be refused anyway, else null. */
  refusal?: RefusalOf;
}

/**
 * Limits the memory of what is in flight, from the arrival of a request until
 * its client has read the response, and shares it fairly among clients.
 *
 * Deno limits neither connections nor their memory. One connection over HTTP/2
 * can have 200 requests, and if the client doesn't read the responses, they all
 * stay in memory. So the refusal has no body: the client needn't read anything
 * for it to end.
 *
 * Deno says that a body which isn't a stream has been sent as soon as it has it,
 * and keeps it until the client has read it. So what is counted is sent as a
 * stream, which takes as much time as the shortest response itself. While half of
 * the memory is free, everyone gets some: then nothing needs to be known about the
 * client before its request is handled, and of the short responses a random one in
 * 64 is counted, for all of them, or one in 256 of the smallest; then one in eight,
 * and of the last quarter each.
 */
export class InFlight {
  readonly #pool: Semaphore;
  readonly #permits: number;
  readonly #clientOf: InFlightOptions["clientOf"];
  readonly #random: () => number;
  readonly #turns: NonNullable<InFlightOptions["turns"]>;
  readonly #refusal: RefusalOf;

  constructor(
    {
      clientOf,
      maxBytes = MAX_BYTES,
      inUse,
      random = Math.random,
      turns = new Turns({ networkOf: providerKey }),
      refusal = () => null,
    }: InFlightOptions,
  ) {
    const permits = Math.floor(maxBytes / UNIT_BYTES);
    this.#pool = new Semaphore({
      permits,
      maxWaiting: 0,
      inUse,
      // A client with nothing in flight gets a page or a body only while as much
      // stays free, and what isn't a page as long as there is any memory. So
      // thousands of clients that take pages leave room for others.
      guaranteedShare: unitsOf(REQUEST_BYTES),
      // A provider's customer can have thousands of IPv6 /48s.
      networkOf: providerKey,
    });
    this.#permits = permits;
    this.#clientOf = clientOf;
    this.#random = random;
    this.#turns = turns;
    this.#refusal = refusal;
  }

  /** Bytes in use, by the estimates above. */
  get bytes(): number {
    return this.#pool.acquired * UNIT_BYTES;
  }

  /** Wraps a handler. It gets no request for which there is no memory. */
  guard(fetch: Fetch): Fetch {
    return (request, info) => {
      const needed = this.#pool.acquired + MOST_UNITS;
      const refusal = this.#refusal(request, info);
      const waits = refusal === null && this.#turns.isOver();
      if (refusal && needed > this.#permits / 2) return REFUSED;
      if (waits || needed > this.#permits / 2) {
        const client = this.#clientOf(request, info);
        const units = requestUnits(request);
        const permit = this.#pool.tryAcquire(client, units);
        if (permit === null) return REFUSED;
        const sampled = this.#sampledOf(needed);
        const flight = { client, units, permit, sampled };
        return waits
          ? this.#inNextTurn(fetch, request, info, flight)
          : this.#guarded(fetch, request, info, flight);
      }
      const result = refusal ?? fetch(request, info);
      if (result instanceof FinalResponse && isShort(result)) {
        const isSmall = result.byteLength <= SMALL_BYTES;
        const sampled = isSmall ? SAMPLED_IF_SMALL : SAMPLED;
        if (this.#random() >= 1 / sampled) return result;
        const client = this.#clientOf(request, info);
        return this.#counted(result, info, client, sampled);
      }
      const client = this.#clientOf(request, info);
      const units = requestUnits(request);
      // There is enough: no other request has been handled in between.
      const permit = this.#pool.tryAcquire(client, units)!;
      const flight = { client, units, permit, sampled: SAMPLED };
      return this.#followed(result, info, flight);
    };
  }

  /** Of the short responses, one in so many is counted. */
  #sampledOf(needed: number): number {
    if (needed > this.#permits * 3 / 4) return 1;
    return needed > this.#permits / 2 ? SAMPLED_IF_SCARCE : SAMPLED;
  }

  /** Apart, because a closure would make every request pay for what it captures. */
  #inNextTurn(
    fetch: Fetch,
    request: Request,
    info: Deno.ServeHandlerInfo,
    flight: Flight,
  ): Promise<Response> {
    return this.#turns.next(
      flight.client,
      () => this.#guarded(fetch, request, info, flight),
    );
  }

  #guarded(
    fetch: Fetch,
    request: Request,
    info: Deno.ServeHandlerInfo,
    flight: Flight,
  ): Response | Promise<Response> {
    let result: Response | Promise<Response>;
    try {
      // What it needs may have been taken while it waited.
      result = this.#refusal(request, info) ?? fetch(request, info);
    } catch (error) {
      flight.permit[Symbol.dispose]();
      throw error;
    }
    return this.#followed(result, info, flight);
  }

  #followed(
    result: Response | Promise<Response>,
    info: Deno.ServeHandlerInfo,
    flight: Flight,
  ): Response | Promise<Response> {
    if (!(result instanceof Promise)) return this.#sent(result, info, flight);
    return result.then(
      (response) => this.#sent(response, info, flight),
      (error) => {
        flight.permit[Symbol.dispose]();
        throw error;
      },
    );
  }

  /** Replaces what a request took by what its response takes until it is read. */
  #sent(
    response: Response,
    info: Deno.ServeHandlerInfo,
    { client, units, permit, sampled }: Flight,
  ): Response {
    permit[Symbol.dispose]();
    if (sampled > 1 && isShort(response)) {
      return this.#random() < 1 / sampled
        ? this.#counted(response, info, client, sampled)
        : response;
    }
    // The objects of a page are gone, but a body may still arrive.
    const stays = Math.min(units, unitsOf(BODY_REQUEST_BYTES));
    return this.#counted(response, info, client, 1, stays);
  }

  /** Counts a response until it is read, for as many of its kind. */
  #counted(
    response: Response,
    info: Deno.ServeHandlerInfo,
    client: ClientKey,
    ofAll: number,
    atLeast = 1,
  ): Response {
    const own = Math.max(atLeast, unitsWhileRead(response));
    const permit = (ofAll > 1
      ? this.#pool.tryAcquire(
        client,
        ofAll * unitsOf(RESPONSE_BYTES + bytesOf(response)),
      )
      : null) ?? this.#pool.tryAcquire(client, own);
    if (permit === null && !isCharged(response)) return refusalOf(response);
    onceSent(info, () => permit?.[Symbol.dispose]());
    return asStream(response);
  }
}

/** One for all: without a body, nothing of it is used up. */
const REFUSED = new Response(null, {
  status: 503,
  headers: {
    "cache-control": "no-store",
    "retry-after": "5",
    ...corsHeaders,
    "access-control-expose-headers": "Retry-After",
  },
});

interface Flight {
  readonly client: ClientKey;
  readonly units: number;
  readonly permit: Permit;
  /** If its response is short, one in so many is counted. */
  readonly sampled: number;
}

const MOST_UNITS = unitsOf(PAGE_REQUEST_BYTES);

function requestUnits({ method, headers, url }: Request): number {
  // Deno passes on no body of these.
  if (method !== "GET" && method !== "HEAD") {
    const length = Number(headers.get("content-length") ?? NaN);
    const bytes = length >= 0
      ? REQUEST_BYTES + BUFFER_BYTES + length
      : Infinity;
    return unitsOf(Math.min(bytes, BODY_REQUEST_BYTES));
  }
  const isPage = headers.get("accept")?.includes("text/html") ||
    rowOf(splitUrl(url).pathname)?.errors === "page";
  return unitsOf(isPage ? PAGE_REQUEST_BYTES : REQUEST_BYTES);
}

/** What a response sends, if it is known; a stream for a file. */
function contentOf(response: Response): SizedResponse["content"] | null {
  return response instanceof FinalResponse || response instanceof SizedResponse
    ? response.content
    : null;
}

/** Only the length of a static file is in its headers. Other responses are empty, or errors. */
function bytesOf(response: Response): number {
  return response instanceof SizedResponse || response instanceof FinalResponse
    ? response.byteLength
    : Number(response.headers.get("content-length") ?? 0);
}

function isShort(response: Response): boolean {
  return !(contentOf(response) instanceof ReadableStream) &&
    bytesOf(response) <= MAX_COPIED_BYTES;
}

/** What a response takes until it is read. */
function unitsWhileRead(response: Response): number {
  const bytes = bytesOf(response);
  const isAwaited = bytes > 0 &&
    !(contentOf(response) instanceof ReadableStream);
  return unitsOf(bytes + (isAwaited ? AWAITED_BYTES : RESPONSE_BYTES));
}

/** The same response as a stream, whose end Deno reports once the client has read it. */
function asStream(response: Response): Response {
  const content = contentOf(response);
  if (content instanceof ReadableStream || bytesOf(response) === 0) {
    return response;
  }
  const { status, headers } = response;
  if (content === null) {
    // Null for HEAD.
    const stream = response.body?.pipeThrough(new TransformStream()) ?? null;
    return new Response(stream, { status, headers });
  }
  const bytes = encoded(content);
  headers.set("content-length", String(bytes.length));
  return new Response(streamOf(bytes), { status, headers });
}

/** Its quota has been used up for it. */
function isCharged({ headers }: Response): boolean {
  return headers.has("x-ratelimit-remaining");
}

function unitsOf(bytes: number): number {
  return Math.ceil(bytes / UNIT_BYTES);
}

/** Calls `done` once a response is sent, or the connection has ended. */
function onceSent(info: Deno.ServeHandlerInfo, done: () => void): void {
  info.completed.then(done, done);
}

function refusalOf(response: Response): Response {
  // Not awaited: a stream may wait for something else.
  response.body?.cancel().catch(() => {});
  return REFUSED;
}
