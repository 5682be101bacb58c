import type { ClientKey } from "../core/fair_queue.ts";
import {
  type Permit,
  type PermitsInUse,
  Semaphore,
} from "../core/semaphore.ts";
import { providerKey } from "../net/client_address.ts";
import { FinalResponse, SizedResponse } from "./compression.ts";
import type { Fetch } from "./on_response.ts";
import { SharedPermits } from "./shared_permits.ts";
import { corsHeaders } from "./responses.ts";

/** The unit in which memory is counted. */
const UNIT_BYTES = 8 * 1024;
/** What a request takes until its response is ready: 6 to 9 kB, seen with Deno 2.9.6. */
const REQUEST_BYTES = 8 * 1024;
/** With a body: the longest that a route reads, and a buffer of Deno's. */
const BODY_REQUEST_BYTES = 80 * 1024;
/** For a page: the objects that it is made of, and what of them is not collected yet. */
const PAGE_REQUEST_BYTES = 256 * 1024;
/** What a response takes beside its body until the client has read it. */
const RESPONSE_BYTES = 4 * 1024;
/** Of the responses that are ready at once, one in so many is counted, for all of them. */
const SAMPLED = 64;
/** Longer responses are all counted. */
const MAX_SAMPLED_BYTES = 64 * 1024;

const MAX_BYTES = 24 * 1024 * 1024;

/** The permits that the requests in flight of all threads share. */
export function permitsInFlight(
  thread: number,
  buffer?: SharedArrayBuffer,
): SharedPermits {
  return new SharedPermits(MAX_BYTES / UNIT_BYTES, thread, buffer);
}

interface InFlightOptions {
  clientOf: (request: Request, info: Deno.ServeHandlerInfo) => ClientKey;
  /** For the requests and unread responses of all clients. */
  maxBytes?: number;
  /** Permits in use by all threads; by default by this one. */
  inUse?: PermitsInUse;
  /** A number from 0 up to, but not including, 1. */
  random?: () => number;
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
 * While half of the memory is free, everyone gets some. Then nothing needs to be
 * known about the client before its request is handled, and of the responses
 * that are ready at once, a random one in 64 is followed and counts for all of
 * them, because following one takes a tenth of the time of the shortest.
 */
export class InFlight {
  readonly #pool: Semaphore;
  readonly #half: number;
  readonly #clientOf: InFlightOptions["clientOf"];
  readonly #random: () => number;

  constructor(
    { clientOf, maxBytes = MAX_BYTES, inUse, random = Math.random }:
      InFlightOptions,
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
    this.#half = permits / 2;
    this.#clientOf = clientOf;
    this.#random = random;
  }

  /** Bytes in use, by the estimates above. */
  get bytes(): number {
    return this.#pool.acquired * UNIT_BYTES;
  }

  /** Wraps a handler. It gets no request for which there is no memory. */
  guard(fetch: Fetch): Fetch {
    return (request, info) => {
      if (this.#pool.acquired + MOST_UNITS > this.#half) {
        const client = this.#clientOf(request, info);
        const units = requestUnits(request);
        const permit = this.#pool.tryAcquire(client, units);
        if (permit === null) return refusal();
        return this.#guarded(fetch, request, info, { client, units, permit });
      }
      const result = fetch(request, info);
      if (isShort(result)) {
        return this.#random() < 1 / SAMPLED
          ? this.#sampled(result, this.#clientOf(request, info), info)
          : result;
      }
      const client = this.#clientOf(request, info);
      const units = requestUnits(request);
      // There is enough: no other request has been handled in between.
      const permit = this.#pool.tryAcquire(client, units)!;
      return this.#followed(result, info, { client, units, permit });
    };
  }

  #guarded(
    fetch: Fetch,
    request: Request,
    info: Deno.ServeHandlerInfo,
    flight: Flight,
  ): Response | Promise<Response> {
    let result: Response | Promise<Response>;
    try {
      result = fetch(request, info);
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

  /** Keeps a request's memory until its response is read; takes more for a long one. */
  #sent(
    response: Response,
    info: Deno.ServeHandlerInfo,
    { client, units, permit }: Flight,
  ): Response {
    const more = unitsOf(RESPONSE_BYTES + bytesOf(response)) - units;
    const second = more > 0 ? this.#pool.tryAcquire(client, more) : null;
    if (more > 0 && second === null && !isCharged(response)) {
      permit[Symbol.dispose]();
      // Not awaited: a stream may wait for something else.
      response.body?.cancel().catch(() => {});
      return refusal();
    }
    onceSent(info, () => {
      permit[Symbol.dispose]();
      second?.[Symbol.dispose]();
    });
    return response;
  }

  #sampled(
    response: FinalResponse,
    client: ClientKey,
    info: Deno.ServeHandlerInfo,
  ): Response {
    const units = unitsOf(RESPONSE_BYTES + response.byteLength);
    const permit = this.#pool.tryAcquire(client, SAMPLED * units) ??
      this.#pool.tryAcquire(client, units);
    if (permit === null) return refusal();
    onceSent(info, () => permit[Symbol.dispose]());
    return response;
  }
}

interface Flight {
  readonly client: ClientKey;
  readonly units: number;
  readonly permit: Permit;
}

const MOST_UNITS = unitsOf(PAGE_REQUEST_BYTES);

function requestUnits({ method, headers }: Request): number {
  // Deno passes on no body of these.
  if (method !== "GET" && method !== "HEAD") return unitsOf(BODY_REQUEST_BYTES);
  const isPage = headers.get("accept")?.includes("text/html");
  return unitsOf(isPage ? PAGE_REQUEST_BYTES : REQUEST_BYTES);
}

function isShort(
  result: Response | Promise<Response>,
): result is FinalResponse {
  return result instanceof FinalResponse &&
    result.byteLength <= MAX_SAMPLED_BYTES;
}

/** Only a file's length is in its headers. Other responses of unknown length are errors. */
function bytesOf(response: Response): number {
  return response instanceof SizedResponse || response instanceof FinalResponse
    ? response.byteLength
    : Number(response.headers.get("content-length") ?? 0);
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

function refusal(): Response {
  return new Response(null, {
    status: 503,
    headers: {
      "cache-control": "no-store",
      "retry-after": "5",
      ...corsHeaders,
      "access-control-expose-headers": "Retry-After",
    },
  });
}
