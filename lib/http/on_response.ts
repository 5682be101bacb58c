/** An app as `Deno.serve` calls it. */
export type Fetch = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/** Told of an answer: how long it took until its headers were there, in milliseconds. */
export type OnResponse = (
  request: Request,
  info: Deno.ServeHandlerInfo,
  answer: Response,
  elapsedMs: number,
) => void;

/**
 * An app whose answers watchers see. What is there at once stays so: a promise
 * would be paid for by every request.
 *
 * @param elapsed milliseconds, of a clock that never goes back
 */
export function withOnResponse(
  fetch: Fetch,
  watchers: readonly OnResponse[],
  elapsed: () => number,
): Fetch {
  if (watchers.length === 0) return fetch;
  const tell: OnResponse = watchers.length === 1
    ? watchers[0]
    : (...told) => watchers.forEach((watcher) => watcher(...told));
  return (request, info) => {
    const startedAt = elapsed();
    const answer = fetch(request, info);
    if (answer instanceof Response) {
      tell(request, info, answer, elapsed() - startedAt);
      return answer;
    }
    return answer.then((late) => {
      tell(request, info, late, elapsed() - startedAt);
      return late;
    });
  };
}
