import type { ClientKey } from "../core/fair_queue.ts";
import { type AppError, type Busy, busyError } from "../core/errors.ts";
import type { Semaphore } from "../core/semaphore.ts";
import { FinalResponse } from "./compression.ts";
import { splitUrl } from "./hosts.ts";
import { errorResponse } from "./responses.ts";
import type { ErrorFormat } from "./url_table.ts";

/** A pool of which the requests to some paths need a part. */
export interface Door {
  readonly method: "GET" | "POST";
  /** Of canonical paths. */
  readonly paths: RegExp;
  readonly pool: Pick<Semaphore, "acquired" | "refuses">;
  /** Whether a request to a path needs nothing of the pool after all. */
  readonly isFree?: (pathname: string, request: Request) => boolean;
  /** What a refused request gets. */
  readonly busy: Busy;
  readonly format: Exclude<ErrorFormat, "page">;
}

/** The response to a request that would be refused anyway, else null. */
export type RefusalOf = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => FinalResponse | null;

export type ClientOf = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => ClientKey;

interface DoorsDeps {
  clientOf: ClientOf;
  onRefusal: (
    error: AppError,
    request: Request,
    info: Deno.ServeHandlerInfo,
  ) => void;
}

/**
 * Refuses requests whose pool is full before anything else is done for them: the
 * address of a client that has never been seen, its counters, a body's reader and an
 * error take several times as long. Such a request doesn't count in a rate limit.
 */
export function createDoors(
  doors: readonly Door[],
  { clientOf, onRefusal }: DoorsDeps,
): RefusalOf {
  const closed = doors.map((door) => {
    const error = busyError(...door.busy);
    return { ...door, error, refusal: refusalOf(error, door.format) };
  });
  return (request, info) => {
    for (const door of closed) {
      const { pool } = door;
      if (pool.acquired === 0 || request.method !== door.method) continue;
      const { pathname } = splitUrl(request.url);
      if (!door.paths.test(pathname)) continue;
      const isRefused = pool.refuses() || pool.refuses(clientOf(request, info));
      if (!isRefused || door.isFree?.(pathname, request)) return null;
      onRefusal(door.error, request, info);
      return door.refusal();
    }
    return null;
  };
}

/** Responses whose body and headers are made once. */
function refusalOf(
  error: AppError,
  format: Door["format"],
): () => FinalResponse {
  const response = errorResponse(error, format);
  if (!(response instanceof FinalResponse)) {
    throw new TypeError("errors are short");
  }
  const { content, status } = response;
  const init = { status, headers: Object.fromEntries(response.headers) };
  return () => new FinalResponse(content, init);
}
