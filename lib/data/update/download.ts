import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  boundedBody,
  OutboundError,
  type OutboundResponse,
} from "../../core/outbound.ts";
import { ask, NetworkError, type Request } from "./request.ts";
import { byteText } from "./outcome.ts";
import { writeAll } from "./durable_file.ts";

export interface DownloadLimits {
  /** Longest silence before the answer and between two of its pieces. */
  readonly idleMs: number;
  /** Longest time of one attempt. */
  readonly totalMs: number;
  /** Before the one other attempt that follows a broken connection. */
  readonly pauseMs: number;
}

export const standardLimits: DownloadLimits = {
  idleMs: 30_000,
  totalMs: 30 * 60_000,
  pauseMs: 2_000,
};

export interface DownloadOptions extends Request {
  /** The file to write. */
  readonly target: string;
  readonly maxBytes: number;
  readonly limits: DownloadLimits;
  /** `total` where the server says it beforehand. */
  readonly onBytes: (done: number, total?: number) => void;
}

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
 * Loads a URL into a file, piece by piece; tries once more after a broken connection.
 *
 * @throws {Error} with the reason in words; the reason of the signal
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
  await pause(options.limits.pauseMs, undefined, { signal: options.signal });
  return await attempt(url, options);
}

async function attempt(
  url: string,
  options: DownloadOptions,
): Promise<Download> {
  const { host } = new URL(url);
  using watch = new Watch(host, options.limits, options.signal);
  const { signal } = watch;
  try {
    await using response = await ask(url, { ...options, signal });
    watch.beat();
    return await take(response, host, options, watch);
  } catch (error) {
    // What a stopped request fails with differs; the reason is what counts.
    signal.throwIfAborted();
    throw error;
  }
}

async function take(
  response: OutboundResponse,
  host: string,
  options: DownloadOptions,
  watch: Watch,
): Promise<Download> {
  if (response.status !== 200) {
    return withoutFile(response.status, host, options);
  }
  const header = response.headers.get("content-length");
  const total = header && /^\d+$/.test(header) ? Number(header) : undefined;
  return {
    kind: "fresh",
    ...await save(response, host, total, options, watch),
    etag: response.headers.get("etag"),
    lastModified: response.headers.get("last-modified"),
  };
}

function withoutFile(
  status: number,
  host: string,
  { headers, authorization }: Request,
): Download {
  const conditional = "if-none-match" in headers ||
    "if-modified-since" in headers;
  if (status === 304 && conditional) return { kind: "unchanged" };
  if (status === 404 || status === 410) return { kind: "missing" };
  const refused = authorization && (status === 401 || status === 403);
  throw new Error(
    `${host} answers ${status}${refused ? ": it refuses the credentials" : ""}`,
  );
}

async function save(
  response: OutboundResponse,
  host: string,
  total: number | undefined,
  { target, maxBytes, onBytes }: DownloadOptions,
  watch: Watch,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    // Before the file is opened: what is announced as too large leaves it as it was.
    const body = boundedBody(response, maxBytes);
    using file = await Deno.open(target, {
      write: true,
      create: true,
      truncate: true,
    });
    for await (const chunk of body) {
      watch.beat();
      bytes += chunk.length;
      hash.update(chunk);
      await writeAll(file, chunk);
      onBytes(bytes, total);
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === "too_large") {
      throw new Error(`the download is larger than ${byteText(maxBytes)}`);
    }
    const message = `${host} broke off after ${byteText(bytes)}`;
    throw new NetworkError(message, { cause: error.cause });
  }
  if (total !== undefined && bytes !== total) {
    throw new NetworkError(`${host} sent ${bytes} of ${total} bytes`);
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Aborts what stays silent, or takes too long. */
class Watch {
  readonly #controller = new AbortController();
  readonly #total: ReturnType<typeof setTimeout>;
  #idle: ReturnType<typeof setTimeout> | undefined;
  readonly signal: AbortSignal;

  constructor(
    readonly host: string,
    readonly limits: DownloadLimits,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.#controller.signal, outer]);
    this.#total = setTimeout(
      () => this.#giveUp(`takes longer than ${limits.totalMs / 1000} s`),
      limits.totalMs,
    );
    this.beat();
  }

  /** Something came. */
  beat() {
    const { idleMs } = this.limits;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(
      () => this.#giveUp(`sent nothing for ${idleMs / 1000} s`),
      idleMs,
    );
  }

  #giveUp(why: string) {
    this.#controller.abort(new Error(`${this.host} ${why}`));
  }

  [Symbol.dispose]() {
    // Lets go of a connection whose body is not wanted any more.
    this.#controller.abort();
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
  }
}
