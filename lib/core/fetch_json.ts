/** What a server answered: its status, headers and the value its JSON body stands for. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface JsonRequest {
  readonly fetch: typeof globalThis.fetch;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, by POST. Without it nothing is sent, by GET. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
  /** Longest body, counted as decompressed. */
  readonly maxBytes?: number;
  /** Statuses besides 2xx whose body is wanted as well: some services say there that they know nothing. */
  readonly errorStatuses?: readonly number[];
  /** With those statuses plain text is taken as well; it is the answer's body as it came. */
  readonly takesErrorText?: boolean;
}

/**
 * A server that could not be reached, or whose answer is of no use.
 *
 * The message may reach a log, and addresses and headers hold secrets: it never
 * has a word of the request, nor of the body, and there is no cause.
 */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Private, and so not printed with the error: a Location repeats the address. */
  readonly #headers: Headers;

  constructor(message: string, answer?: Omit<JsonResponse, "body">) {
    super(message);
    this.status = answer?.status ?? null;
    this.#headers = answer?.headers ?? new Headers();
  }

  get headers(): Headers {
    return this.#headers;
  }
}

/** `application/json`, `text/json` (WHATWG MIME Sniffing section 4.6) and everything with the suffix of RFC 6839 section 3.1. */
const JSON_TYPE = /^(?:application\/(?:[\w.!#$&^-]+\+)?json|text\/json)$/i;
const PLAIN_TYPE = /^text\/plain$/i;

/**
 * Asks a server for JSON and reads no more of the answer than is allowed.
 * Redirects are not followed: they could lead anywhere.
 *
 * @throws {UpstreamError} whatever is wrong with the answer; the reason of the signal
 */
export async function fetchJson(request: JsonRequest): Promise<JsonResponse> {
  const { signal, maxBytes = 256 * 1024 } = request;
  const answer = await responseTo(request);
  const fault = faultOf(answer, maxBytes, request);
  if (fault) {
    await discarded(answer);
    throw new UpstreamError(fault, answer);
  }
  const text = await textOf(answer, maxBytes, signal);
  return {
    status: answer.status,
    headers: answer.headers,
    body: PLAIN_TYPE.test(typeOf(answer)) ? text : parsed(text, answer),
  };
}

async function responseTo(
  { fetch, url, headers = {}, json, signal }: JsonRequest,
): Promise<Response> {
  signal.throwIfAborted();
  const sent = json === undefined ? {} : {
    method: "POST",
    body: JSON.stringify(json),
  };
  try {
    return await fetch(url, {
      ...sent,
      headers: {
        accept: "application/json",
        "user-agent": "porthole",
        ...sent.body && { "content-type": "application/json" },
        ...headers,
      },
      redirect: "manual",
      signal,
    });
  } catch {
    signal.throwIfAborted();
    throw new UpstreamError("the server gave no answer");
  }
}

/** What speaks against reading the body, by the head of the answer. */
function faultOf(
  answer: Response,
  maxBytes: number,
  { errorStatuses = [], takesErrorText = false }: JsonRequest,
): string | null {
  const { status, ok, headers } = answer;
  if (!ok && !errorStatuses.includes(status)) {
    return `the server answered ${status}`;
  }
  const type = typeOf(answer);
  const isText = takesErrorText && !ok && PLAIN_TYPE.test(type);
  if (!isText && !JSON_TYPE.test(type)) {
    return "the answer is not said to be JSON";
  }
  const length = Number(headers.get("content-length") ?? 0);
  return length > maxBytes ? `the answer is over ${maxBytes} bytes` : null;
}

function typeOf({ headers }: Response): string {
  return (headers.get("content-type") ?? "").split(";", 1)[0].trim();
}

async function textOf(
  answer: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  try {
    // Leaving the loop by an error cancels the stream.
    for await (const chunk of answer.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) break;
      text += decoder.decode(chunk, { stream: true });
    }
    if (length <= maxBytes) return text + decoder.decode();
  } catch {
    signal.throwIfAborted();
    throw new UpstreamError("the answer broke off or is no UTF-8", answer);
  }
  throw new UpstreamError(`the answer is over ${maxBytes} bytes`, answer);
}

function parsed(text: string, answer: Response): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser quotes the body.
    throw new UpstreamError("the answer is no JSON", answer);
  }
}

async function discarded(answer: Response): Promise<void> {
  try {
    await answer.body?.cancel();
  } catch {
    // The connection is gone already.
  }
}

const MIN_MS = 1000;
const MAX_MS = 86_400_000;

/**
 * Milliseconds that the header `Retry-After` asks to wait (RFC 9110 section
 * 10.2.3), one second to one day; undefined where it is missing or unreadable.
 *
 * A date counts from the answer's own `Date`: the two clocks need not agree.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  return boundedHoldOffMs(
    /^\d+$/.test(value)
      ? Number(value) * 1000
      : Date.parse(value) - Date.parse(headers.get("date") ?? ""),
  );
}

/** Keeps what a server asks for between one second and one day; undefined where it is no number. */
export function boundedHoldOffMs(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, MIN_MS), MAX_MS);
}
