import {
  type Fetch,
  fetchTransport,
  isRedirect,
  OutboundError,
  type OutboundResponse,
  send,
} from "../../core/outbound.ts";

/** The connection failed, not the answer: asking once more can help. */
export class NetworkError extends Error {}

export interface Request {
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent to the first origin only: a redirect may lead to a stranger. */
  readonly authorization?: string;
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 5;

/**
 * Requests a URL and follows its redirects, over http and https only and never
 * from https back to http. The caller disposes of the response.
 *
 * @throws {NetworkError} if there was no response; {Error} for a redirect that is not followed
 */
export async function ask(
  url: string,
  { fetch, headers, authorization, signal }: Request,
): Promise<OutboundResponse> {
  const first = new URL(url);
  // The one asked last: it is what failed.
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
      throw new NetworkError(message, { cause });
    }
    if (error.code === "too_many_redirects") {
      throw new Error(
        `${first.host} redirects more than ${MAX_REDIRECTS} times`,
      );
    }
  }
  throw new Error(`${host} redirects to nowhere`);
}

/** What Deno's client says of a connection (DNS, TLS, refused), behind the URL that it says first. */
function whyOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause ?? error : error;
  const text = cause instanceof Error ? cause.message : "";
  const [, why] = /: client error \(\w+\)(: .+)/s.exec(text) ?? [];
  return why ?? "";
}

function checkRedirect(to: URL, from: URL): void {
  const cannot = (where: string) =>
    new Error(`${from.host} redirects to ${where}`);
  if (!/^https?:$/.test(to.protocol)) throw cannot("what is no web address");
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw cannot("an unencrypted address");
  }
}
