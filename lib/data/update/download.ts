import { byteText } from "../../core/text.ts";
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  boundedBody,
  OutboundError,
  type OutboundResponse,
} from "../../core/outbound.ts";
import {
  DownloadError,
  NetworkError,
  type RequestOptions,
  sendRequest,
} from "./request.ts";
import { writeAll } from "./durable_file.ts";

export interface DownloadLimits {
  /** Longest wait for the response, and between two chunks of it. */
  readonly idleTimeoutMs: number;
  /** Longest duration of one attempt. */
  readonly totalTimeoutMs: number;
  /** Delay before the only retry, after a failed connection. */
  readonly retryDelayMs: number;
}

export const DEFAULT_DOWNLOAD_LIMITS: DownloadLimits = {
  idleTimeoutMs: 30_000,
  totalTimeoutMs: 30 * 60_000,
  retryDelayMs: 2_000,
};

export interface DownloadOptions extends RequestOptions {
  readonly target: string;
  readonly maxBytes: number;
  readonly limits: DownloadLimits;
  /** Called with the bytes received so far, and the total if the server announced it. */
  readonly onBytes: (done: number, total?: number) => void;
}

/** "fresh": the file was written. "unchanged": 304. "missing": 404 or 410. */
export type Download =
  | {
    readonly kind: "fresh";
    readonly bytes: number;
    readonly sha256: string;
    readonly etag: string | null;
    readonly lastModified: string | null;
  }
  | { readonly kind: "unchanged" }
  | { readonly kind: "missing" };

/**
 * Downloads a URL to a file. Retries once if the connection fails.
 *
 * @throws {Error} with a message for the operator; the signal's reason
 */
export async function download(
  url: string,
  options: DownloadOptions,
): Promise<Download> {
  try {
    return await attempt(url, options);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
  }
  await pause(options.limits.retryDelayMs, undefined, {
    signal: options.signal,
  });
  return await attempt(url, options);
}

async function attempt(
  url: string,
  options: DownloadOptions,
): Promise<Download> {
  const { host } = new URL(url);
  using watchdog = new Watchdog(host, options.limits, options.signal);
  const { signal } = watchdog;
  try {
    await using response = await sendRequest(url, { ...options, signal });
    watchdog.hasResponse = true;
    watchdog.reset();
    return response.status === 200
      ? await save(response, host, options, watchdog)
      : withoutFile(response.status, host, options);
  } catch (error) {
    // An aborted request fails with various errors; throw the signal's reason instead.
    signal.throwIfAborted();
    throw error;
  }
}

function withoutFile(
  status: number,
  host: string,
  { headers, authorization }: RequestOptions,
): Download {
  const conditional = "if-none-match" in headers ||
    "if-modified-since" in headers;
  if (status === 304 && conditional) return { kind: "unchanged" };
  if (status === 404 || status === 410) return { kind: "missing" };
  const refused = authorization && (status === 401 || status === 403);
  throw new DownloadError(
    "rejected",
    `${host} responded ${status}${
      refused ? ": it rejects the credentials" : ""
    }`,
  );
}

async function save(
  response: OutboundResponse,
  host: string,
  { target, maxBytes, onBytes }: DownloadOptions,
  watchdog: Watchdog,
): Promise<Download> {
  const { headers } = response;
  const header = headers.get("content-length");
  const total = header && /^\d+$/.test(header) ? Number(header) : undefined;
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    // Before opening the file: a response announced as too large must not truncate it.
    const body = boundedBody(response, maxBytes);
    using file = await Deno.open(target, {
      write: true,
      create: true,
      truncate: true,
    });
    for await (const chunk of body) {
      watchdog.reset();
      bytes += chunk.length;
      hash.update(chunk);
      await writeAll(file, chunk);
      onBytes(bytes, total);
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === "too_large") {
      throw new DownloadError(
        "too_large",
        `the download is larger than ${byteText(maxBytes)}`,
      );
    }
    const message = `${host} broke off after ${byteText(bytes)}`;
    throw new NetworkError("interrupted", message, { cause: error.cause });
  }
  if (total !== undefined && bytes !== total) {
    throw new NetworkError(
      "interrupted",
      `${host} sent ${bytes} of ${total} bytes`,
    );
  }
  return {
    kind: "fresh",
    bytes,
    sha256: hash.digest("hex"),
    etag: headers.get("etag"),
    lastModified: headers.get("last-modified"),
  };
}

/** Aborts an attempt that receives nothing for too long, or takes too long. */
class Watchdog {
  readonly #controller = new AbortController();
  readonly #total: ReturnType<typeof setTimeout>;
  #idle: ReturnType<typeof setTimeout> | undefined;
  hasResponse = false;
  readonly signal: AbortSignal;

  constructor(
    readonly host: string,
    readonly limits: DownloadLimits,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.#controller.signal, outer]);
    this.#total = setTimeout(
      () => this.#abort(`takes longer than ${limits.totalTimeoutMs / 1000} s`),
      limits.totalTimeoutMs,
    );
    this.reset();
  }

  reset() {
    const { idleTimeoutMs } = this.limits;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(
      () => this.#abort(`sent nothing for ${idleTimeoutMs / 1000} s`),
      idleTimeoutMs,
    );
  }

  #abort(why: string) {
    const code = this.hasResponse ? "interrupted" : "no_response";
    this.#controller.abort(new DownloadError(code, `${this.host} ${why}`));
  }

  [Symbol.dispose]() {
    // Closes the connection if the body was not read to its end.
    this.#controller.abort();
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
  }
}
