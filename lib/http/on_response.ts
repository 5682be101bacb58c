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
 * An app whose answers hooks see. What is there at once stays so: a promise
 * would be paid for by every request.
 *
 * @param elapsed milliseconds, of a clock that never goes back
 */
export function withOnResponse(
  fetch: Fetch,
  hooks: readonly OnResponse[],
  elapsed: () => number,
): Fetch {
  if (hooks.length === 0) return fetch;
  const tell: OnResponse = hooks.length === 1
    ? hooks[0]
    : (...told) => hooks.forEach((hook) => hook(...told));
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
