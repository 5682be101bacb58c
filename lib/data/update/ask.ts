/** The signature of the global `fetch`. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

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
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Asks for a URL and follows its redirects, over http and https only and never
 * from https back to http.
 *
 * @throws {NetworkError} when no answer came; {Error} for a redirect that is not followed
 */
export async function ask(
  url: string,
  { fetch, headers, authorization, signal }: Request,
): Promise<Response> {
  const first = new URL(url);
  let target = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const sent = new Headers(headers);
    if (authorization && target.origin === first.origin) {
      sent.set("authorization", authorization);
    }
    const response = await reach(fetch, target, {
      headers: sent,
      redirect: "manual",
      signal,
    });
    if (!redirects.includes(response.status)) return response;
    await response.body?.cancel();
    target = next(target, response.headers.get("location"));
  }
  throw new Error(`${first.host} redirects more than ${MAX_REDIRECTS} times`);
}

async function reach(
  fetch: Fetch,
  url: URL,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    init.signal.throwIfAborted();
    throw new NetworkError(`${url.host} cannot be reached${whyOf(cause)}`, {
      cause,
    });
  }
}

/** What Deno's client says of a connection (DNS, TLS, refused), behind the URL that it says first. */
function whyOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause ?? error : error;
  const text = cause instanceof Error ? cause.message : "";
  const [, why] = /: client error \(\w+\)(: .+)/s.exec(text) ?? [];
  return why ?? "";
}

function next(from: URL, location: string | null): URL {
  const to = URL.parse(location ?? "", from);
  const cannot = (where: string) =>
    new Error(`${from.host} redirects to ${where}`);
  if (location === null || !to) throw cannot("nowhere");
  if (!/^https?:$/.test(to.protocol)) throw cannot("what is no web address");
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw cannot("an unencrypted address");
  }
  // Else a redirect could log us in with what it chose itself.
  to.username = to.password = "";
  return to;
}
