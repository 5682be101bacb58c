/** What a test's `fetch` was asked. */
export interface Asked {
  url: string;
  init: RequestInit;
}

/** A `fetch` for tests: answers by a function, which may throw, and keeps what was asked. */
export function scriptedFetch(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    async fetch(input, init = {}) {
      const url = String(input);
      asked.push({ url, init });
      return await answer(url, init);
    },
  };
}

/** What browsers throw where there is no answer that a page may read. */
export function noAnswer(): never {
  throw new TypeError("Failed to fetch");
}
