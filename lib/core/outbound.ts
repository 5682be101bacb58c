/** Why a request to another server failed. */
export type OutboundFailure =
  /** No response: the name, the connection or TLS failed. */
  | "unreachable"
  /** The connection broke while the body was read. */
  | "broken_off"
  | "too_large"
  | "bad_redirect"
  | "too_many_redirects"
  | "bad_status"
  | "bad_type"
  /** The body does not match its content type or the request. */
  | "bad_body";

export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

/**
 * A response whose body has not been read. Disposing of it closes the connection,
 * or returns it to its pool.
 */
export interface OutboundResponse extends ResponseHead, AsyncDisposable {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * A failed request to another server.
 *
 * The message reveals nothing about the request or the body: it may be logged,
 * and URLs and headers contain secrets. `cause` can contain them.
 */
export class OutboundError extends Error {
  override name = "OutboundError";
  /** Null if there was no response. */
  readonly status: number | null;
  /** Private, so that it is not printed with the error: a Location can contain the URL. */
  readonly #headers: Headers;

  constructor(
    readonly code: OutboundFailure,
    message: string,
    { head, cause }: { head?: ResponseHead; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.status = head?.status ?? null;
    this.#headers = head?.headers ?? new Headers();
  }

  /** Headers of the response; empty if there was none. */
  get headers(): Headers {
    return this.#headers;
  }

  /** The same error without its cause, which can contain the URL. */
  withoutCause(): OutboundError {
    const { code, message, status, headers } = this;
    const head = status === null ? undefined : { status, headers };
    return new OutboundError(code, message, { head });
  }
}

export interface TransportRequest {
  readonly headers: Headers;
  /** Sent by POST; without it, the request is a GET. */
  readonly body?: string;
  /** Redirects followed so far: 0 for the caller's URL. */
  readonly redirects: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one request without following redirects. A transport may refuse a URL; its
 * error reaches the caller of `send` unchanged.
 *
 * @throws {OutboundError} `unreachable`; the signal's reason
 */
export type Transport = (
  url: URL,
  request: TransportRequest,
) => Promise<OutboundResponse>;

/** The part of the global `fetch` that is used. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** Creates a transport that uses `fetch`, which decompresses bodies. */
export function fetchTransport(fetch: Fetch): Transport {
  return async (url, { headers, body, signal }) => {
    try {
      const response = await fetch(url, {
        ...body === undefined ? {} : { method: "POST", body },
        headers,
        redirect: "manual",
        signal,
      });
      return {
        status: response.status,
        headers: response.headers,
        body: response.body,
        [Symbol.asyncDispose]: () => cancelBody(response),
      };
    } catch (cause) {
      signal.throwIfAborted();
      const message = "the server did not respond";
      throw new OutboundError("unreachable", message, { cause });
    }
  };
}

async function cancelBody({ body }: Response): Promise<void> {
  try {
    await body?.cancel();
  } catch {
    // The connection is already closed.
  }
}

/** Which redirects to follow. The transport can also check each hop. */
interface RedirectPolicy {
  readonly max: number;
  /** Called before each redirect is followed. Throws to refuse it. */
  readonly check?: (to: URL, from: URL) => void;
}

export interface OutboundRequest {
  readonly transport: Transport;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** The `Authorization` header. Sent only to the origin of `url`: a redirect can lead to another party. */
  readonly authorization?: string;
  /** Sent by POST. */
  readonly body?: string;
  /** Default: follow none, and return the redirect itself. */
  readonly redirects?: RedirectPolicy;
  readonly signal: AbortSignal;
}

/** The final response, and the URL that sent it. */
interface Received {
  readonly response: OutboundResponse;
  readonly url: URL;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a status is a redirect that can be followed. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/**
 * Sends a request and follows redirects as the policy allows. Dispose of the
 * response.
 *
 * A redirect without a Location is returned like any other response (RFC 9110
 * section 15.4). User name and password in a Location are dropped, so that a
 * redirect cannot choose credentials.
 *
 * @throws {OutboundError} `unreachable`, `bad_redirect`, `too_many_redirects`; what the transport or the policy throws; the signal's reason
 */
export async function send(
  { transport, url: first, headers, authorization, body, redirects, signal }:
    OutboundRequest,
): Promise<Received> {
  let url = first;
  for (let hop = 0;; hop++) {
    signal.throwIfAborted();
    const sent = new Headers(headers);
    if (authorization !== undefined && url.origin === first.origin) {
      sent.set("authorization", authorization);
    }
    const response = await transport(url, {
      headers: sent,
      body,
      redirects: hop,
      signal,
    });
    const location = response.headers.get("location");
    if (
      redirects === undefined || location === null ||
      !isRedirect(response.status)
    ) return { response, url };
    await response[Symbol.asyncDispose]();
    if (hop === redirects.max) {
      const message = `the server redirects more than ${redirects.max} times`;
      throw new OutboundError("too_many_redirects", message);
    }
    const next = nextUrl(url, location);
    redirects.check?.(next, url);
    url = next;
  }
}

function nextUrl(from: URL, location: string): URL {
  const to = URL.parse(location, from);
  if (!to) {
    const message = "the server redirects to an invalid URL";
    throw new OutboundError("bad_redirect", message);
  }
  to.username = to.password = "";
  return to;
}

/** The media type in lower case, without parameters; empty if there is none. */
export function mediaType(headers: Headers): string {
  const [type] = (headers.get("content-type") ?? "").split(";", 1);
  return type.trim().toLowerCase();
}

/**
 * The chunks of a body of at most `maxBytes`, after decompression if the transport
 * does it.
 *
 * @throws {OutboundError} `too_large`, immediately if the Content-Length is larger, otherwise while reading; `broken_off`
 */
export function boundedBody(
  response: OutboundResponse,
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    throw tooLarge(response, maxBytes);
  }
  return counted(response, maxBytes);
}

async function* counted(
  head: OutboundResponse,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    // Leaving the loop closes the stream.
    for await (const chunk of head.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) break;
      yield chunk;
    }
  } catch (cause) {
    const message = "the response broke off";
    throw new OutboundError("broken_off", message, { head, cause });
  }
  if (length > maxBytes) throw tooLarge(head, maxBytes);
}

function tooLarge(head: ResponseHead, maxBytes: number): OutboundError {
  const message = `the response is over ${maxBytes} bytes`;
  return new OutboundError("too_large", message, { head });
}

/**
 * Reads the whole body.
 *
 * @throws {OutboundError} `too_large`, `broken_off`; the signal's reason
 */
export async function readBody(
  response: OutboundResponse,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    const body = boundedBody(response, maxBytes);
    bytes = await new Response(ReadableStream.from(body)).bytes();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  // In some transports an aborted body ends as if it were complete.
  signal.throwIfAborted();
  return bytes;
}
