import {
  type Fetch,
  fetchTransport,
  mediaType,
  OutboundError,
  readBody,
  type ResponseHead,
  send,
} from "./outbound.ts";

/** Status and headers of a response, and the value that its JSON body stands for. */
export interface JsonResponse extends ResponseHead {
  readonly body: unknown;
}

export interface JsonRequest {
  readonly fetch: Fetch;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, by POST. Without it nothing is sent, by GET. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
  /** Longest body, counted as decompressed. */
  readonly maxBytes?: number;
  /** Statuses besides 2xx whose body is wanted as well: some services say there that they know nothing. */
  readonly errorStatuses?: readonly number[];
  /** Accepts plain text with those statuses as well; it becomes the body as it came. */
  readonly takesErrorText?: boolean;
}

/** `application/json`, `text/json` (WHATWG MIME Sniffing section 4.6) and everything with the suffix of RFC 6839 section 3.1. */
const JSON_TYPE = /^(?:application\/(?:[\w.!#$&^-]+\+)?json|text\/json)$/;
const PLAIN_TYPE = "text/plain";

/**
 * Requests JSON and reads no more of the response than is allowed. Redirects
 * are not followed: they could lead anywhere.
 *
 * @throws {OutboundError} without a cause, since that would name the URL; the reason of the signal
 */
export async function fetchJson(request: JsonRequest): Promise<JsonResponse> {
  try {
    return await received(request);
  } catch (error) {
    throw error instanceof OutboundError ? error.withoutCause() : error;
  }
}

async function received(request: JsonRequest): Promise<JsonResponse> {
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

/** Refuses what speaks against reading the body. */
function checkHead(
  head: ResponseHead,
  { errorStatuses = [], takesErrorText = false }: JsonRequest,
): void {
  const { status, headers } = head;
  const isOk = status >= 200 && status < 300;
  if (!isOk && !errorStatuses.includes(status)) {
    const message = `the server responded with ${status}`;
    throw new OutboundError("bad_status", message, { head });
  }
  const type = mediaType(headers);
  const isErrorText = takesErrorText && !isOk && type === PLAIN_TYPE;
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
    // The message of the parser quotes the body.
    throw new OutboundError("bad_body", "the response is not JSON", { head });
  }
}
