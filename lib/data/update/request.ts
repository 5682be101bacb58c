import {
  type Fetch,
  fetchTransport,
  isRedirect,
  OutboundError,
  type OutboundResponse,
  send,
} from "../../core/outbound.ts";
import type { FailureCode } from "../view/data_file.ts";

/** Why a download cannot be used, as a code for pages and a message for the operator. */
export class DownloadError extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The connection failed, so trying again can help. */
export class NetworkError extends DownloadError {}

export interface RequestOptions {
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent only to the origin of the URL: a redirect can lead to another party. */
  readonly authorization?: string;
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 5;

/**
 * Requests a URL and follows redirects to http and https URLs, but never from
 * https to http. Dispose of the response.
 *
 * @throws {NetworkError} if no connection can be made, or the name of the host has no address; {DownloadError} for a redirect that is not followed
 */
export async function sendRequest(
  url: string,
  { fetch, headers, authorization, signal }: RequestOptions,
): Promise<OutboundResponse> {
  const first = new URL(url);
  // The host of the last request, for the error message.
  let { host } = first;
  const transport = fetchTransport(fetch);
  try {
    const { response } = await send({
      transport: (target, request) => {
        host = target.host;
        return transport(target, request);
      },
      url: first,
      headers,
      authorization,
      redirects: { max: MAX_REDIRECTS, check: checkRedirect },
      signal,
    });
    if (!isRedirect(response.status)) return response;
    await response[Symbol.asyncDispose]();
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === "unreachable") {
      const { cause } = error;
      const message = `${host} cannot be reached${whyOf(cause)}`;
      throw new NetworkError("unreachable", message, { cause });
    }
    if (error.code === "too_many_redirects") {
      throw new DownloadError(
        "rejected",
        `${first.host} redirects more than ${MAX_REDIRECTS} times`,
      );
    }
  }
  throw new DownloadError(
    "rejected",
    `${host} redirects without a valid location`,
  );
}

/** The cause in the message of Deno's client (DNS, TLS, refused), without the URL that precedes it. */
function whyOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause ?? error : error;
  const text = cause instanceof Error ? cause.message : "";
  const [, why] = /: client error \(\w+\)(: .+)/s.exec(text) ?? [];
  return why ?? "";
}

function checkRedirect(to: URL, from: URL): void {
  const cannot = (where: string) =>
    new DownloadError("rejected", `${from.host} redirects to ${where}`);
  if (!/^https?:$/.test(to.protocol)) throw cannot("a URL that is not http(s)");
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw cannot("an unencrypted URL");
  }
}
