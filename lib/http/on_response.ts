/** A handler for `Deno.serve`. */
export type Fetch = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/** Called for a response. `elapsedMs`: milliseconds until its headers were ready. */
export type OnResponse = (
  request: Request,
  info: Deno.ServeHandlerInfo,
  response: Response,
  elapsedMs: number,
) => void;

/**
 * Wraps a handler so that hooks are called for its responses. A synchronous
 * response stays synchronous, because every request would pay for a promise.
 *
 * @param elapsed a monotonic clock, in milliseconds
 */
export function withOnResponse(
  fetch: Fetch,
  hooks: readonly OnResponse[],
  elapsed: () => number,
): Fetch {
  if (hooks.length === 0) return fetch;
  const onResponse: OnResponse = (...args) => {
    for (const hook of hooks) hook(...args);
  };
  return (request, info) => {
    const startedAt = elapsed();
    const result = fetch(request, info);
    if (result instanceof Response) {
      onResponse(request, info, result, elapsed() - startedAt);
      return result;
    }
    return result.then((response) => {
      onResponse(request, info, response, elapsed() - startedAt);
      return response;
    });
  };
}

function hasBody({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD";
}

/**
 * The requests whose bodies may still arrive. Wait for them before `shutdown`, which
 * makes them unreadable in Deno 2.9 (denoland/deno#36809).
 */
export class OpenBodies {
  readonly #open = new Set<Promise<void>>();

  /** Wraps the handler of a listener. */
  watch(fetch: Fetch): Fetch {
    return (request, info) => {
      const result = fetch(request, info);
      // A response that is ready at once has read no body.
      if (result instanceof Promise && hasBody(request)) {
        const ended: Promise<void> = info.completed.catch(() => {})
          .finally(() => this.#open.delete(ended));
        this.#open.add(ended);
      }
      return result;
    };
  }

  /** Resolves when there are none. */
  async ended(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }
}
