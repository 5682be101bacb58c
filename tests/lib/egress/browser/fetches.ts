/** A request to a test's `fetch`. */
export interface FetchCall {
  url: string;
  init: RequestInit;
}

/**
 * A `fetch` for tests that calls a function, which may throw, and records
 * requests.
 */
export function scriptedFetch(
  response: (url: string, init: RequestInit) => Response | Promise<Response>,
): { fetch: typeof fetch; calls: FetchCall[] } {
  const calls: FetchCall[] = [];
  return {
    calls,
    async fetch(input, init = {}) {
      const url = String(input);
      calls.push({ url, init });
      return await response(url, init);
    },
  };
}

/** Throws what browsers throw if there is no readable response. */
export function noResponse(): never {
  throw new TypeError("Failed to fetch");
}
