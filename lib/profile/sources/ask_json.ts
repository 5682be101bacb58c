import type { z } from "zod";
import {
  fetchJson,
  type JsonRequest,
  UpstreamError,
} from "../../upstream/fetch_json.ts";
import { retryAfterMs } from "../../upstream/retry_after.ts";
import { SourceBusy } from "../source_busy.ts";

/** How long a source rests whose server does not say how long. */
const REST_MS = 60_000;

/** A request, and how an answer that asks for a rest says how long. */
export interface SourceRequest extends JsonRequest {
  readonly restMs?: (headers: Headers) => number | undefined;
}

/** An answer whose body has been read by a schema. */
export interface ReadAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/**
 * Asks a source's server and reads the answer by a schema.
 *
 * @throws {SourceBusy} where the server asks for a rest; {UpstreamError} for every other failure; the reason of the signal
 */
export async function askJson<T>(
  schema: z.ZodType<T>,
  { restMs = retryAfterMs, ...request }: SourceRequest,
): Promise<ReadAnswer<T>> {
  const answer = await fetchJson(request).catch((error) => {
    throw restOf(error, restMs) ?? error;
  });
  const { success, data } = schema.safeParse(answer.body);
  if (!success) throw new UpstreamError("the answer is of no use", answer);
  return { status: answer.status, headers: answer.headers, body: data };
}

function restOf(
  error: unknown,
  restMs: (headers: Headers) => number | undefined,
): SourceBusy | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  const ms = restMs(error.headers);
  if (error.status === 429) return new SourceBusy(ms ?? REST_MS);
  return error.status === 503 && ms ? new SourceBusy(ms) : undefined;
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
