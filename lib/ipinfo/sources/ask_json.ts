import type { z } from "zod";
import {
  fetchJson,
  type JsonRequest,
  type JsonResponse,
} from "../../core/fetch_json.ts";
import { OutboundError } from "../../core/outbound.ts";
import {
  busyMs,
  DEFAULT_HOLD_OFF_MS,
  retryAfterMs,
} from "../../core/retry_after.ts";
import { SourceBusy } from "../remote_sources.ts";

/** What the remote sources have in common, in milliseconds. */
export const TIMEOUT_MS = 1500;
/** Places and networks hardly move. */
export const GEO_LIFETIME_MS = 7 * 86_400_000;
/** Who abuses an address changes from day to day: so long holds every answer with a flag in it. */
export const RISK_LIFETIME_MS = 86_400_000;
export const EMPTY_LIFETIME_MS = 5 * 60_000;

/** A request, and how an answer that asks for a rest says how long. */
export interface SourceRequest extends JsonRequest {
  readonly restMs?: (headers: Headers) => number | undefined;
}

/** An answer whose body has been read by a schema. */
export interface ReadAnswer<T> extends JsonResponse {
  readonly body: T;
}

/**
 * Asks a source's server and reads the answer by a schema.
 *
 * @throws {SourceBusy} where the server asks for a rest; {OutboundError} for every other failure; the reason of the signal
 */
export async function askJson<T>(
  schema: z.ZodType<T>,
  { restMs = retryAfterMs, ...request }: SourceRequest,
): Promise<ReadAnswer<T>> {
  const answer = await fetchJson(request).catch((error) => {
    throw restOf(error, restMs) ?? error;
  });
  const { success, data } = schema.safeParse(answer.body);
  if (!success) {
    const message = "the response has an unexpected shape";
    throw new OutboundError("bad_body", message, { head: answer });
  }
  return { status: answer.status, headers: answer.headers, body: data };
}

function restOf(
  error: unknown,
  restMs: (headers: Headers) => number | undefined,
): SourceBusy | undefined {
  if (!(error instanceof OutboundError)) return undefined;
  const ms = busyMs(error, restMs);
  if (ms === undefined) return undefined;
  return new SourceBusy(ms ?? DEFAULT_HOLD_OFF_MS);
}

/** The address of a resource below a base, which keeps its path and query. */
export function below(
  base: URL,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/+$/, "") + path;
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return url;
}
