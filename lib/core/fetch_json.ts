import {
  type Fetch,
  fetchTransport,
  mediaType,
  OutboundError,
  readBody,
  type ResponseHead,
  send,
} from "./outbound.ts";

/** Status and headers of a response, and its parsed JSON body. */
export interface JsonResponse extends ResponseHead {
  readonly body: unknown;
}

export interface JsonRequest {
  readonly fetch: Fetch;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST. Without it, the request is a GET. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
  /** Maximum size of the decompressed body. */
  readonly maxBytes?: number;
  /** Accepted statuses besides 2xx: some services report a missing record in the body of an error. */
  readonly errorStatuses?: readonly number[];
  /** Whether to accept plain text with those statuses. It becomes the body. */
  readonly acceptsErrorText?: boolean;
}

/** `application/json`, `text/json` (WHATWG MIME Sniffing section 4.6) and types with the suffix `+json` (RFC 6839 section 3.1). */
const JSON_TYPE = /^(?:application\/(?:[\w.!#$&^-]+\+)?json|text\/json)$/;
const PLAIN_TYPE = "text/plain";

/**
 * Requests JSON, and reads at most `maxBytes` of the response. Does not follow
 * redirects: they could lead anywhere.
 *
 * @throws {OutboundError} without a cause, which would contain the URL; the signal's reason
 */
export async function fetchJson(request: JsonRequest): Promise<JsonResponse> {
  try {
    return await exchange(request);
  } catch (error) {
    throw error instanceof OutboundError ? error.withoutCause() : error;
  }
}

async function exchange(request: JsonRequest): Promise<JsonResponse> {
  const { fetch, url, headers, json, signal, maxBytes = 256 * 1024 } = request;
  const body = json === undefined ? undefined : JSON.stringify(json);
  const { response: received } = await send({
    transport: fetchTransport(fetch),
    url,
    headers: {
      accept: "application/json",
      "user-agent": "porthole",
      ...body === undefined ? {} : { "content-type": "application/json" },
      ...headers,
    },
    body,
    signal,
  });
  await using response = received;
  const { status, headers: responseHeaders } = response;
  checkHead(response, request);
  const bytes = await readBody(response, { maxBytes, signal });
  const text = textOf(bytes, response);
  const isPlain = mediaType(responseHeaders) === PLAIN_TYPE;
  return {
    status,
    headers: responseHeaders,
    body: isPlain ? text : parsed(text, response),
  };
}

/** Rejects a response by its status or content type. */
function checkHead(
  head: ResponseHead,
  { errorStatuses = [], acceptsErrorText = false }: JsonRequest,
): void {
  const { status, headers } = head;
  const isOk = status >= 200 && status < 300;
  if (!isOk && !errorStatuses.includes(status)) {
    const message = `the server responded with ${status}`;
    throw new OutboundError("bad_status", message, { head });
  }
  const type = mediaType(headers);
  const isErrorText = acceptsErrorText && !isOk && type === PLAIN_TYPE;
  if (!isErrorText && !JSON_TYPE.test(type)) {
    const message = "the response is not declared as JSON";
    throw new OutboundError("bad_type", message, { head });
  }
}

function textOf(bytes: Uint8Array, head: ResponseHead): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new OutboundError("bad_body", "the response is not UTF-8", { head });
  }
}

function parsed(text: string, head: ResponseHead): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the parser's message, which quotes the body.
    throw new OutboundError("bad_body", "the response is not JSON", { head });
  }
}
