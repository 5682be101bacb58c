/** A request to a test's `fetch`. */
export interface Asked {
  url: string;
  init: RequestInit;
}

/**
 * A `fetch` for tests that calls a function, which may throw, and records
 * requests.
 */
export function scriptedFetch(
  response: (url: string, init: RequestInit) => Response | Promise<Response>,
): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    async fetch(input, init = {}) {
      const url = String(input);
      asked.push({ url, init });
      return await response(url, init);
    },
  };
}

/** Throws what browsers throw if there is no readable response. */
export function noResponse(): never {
  throw new TypeError("Failed to fetch");
}
