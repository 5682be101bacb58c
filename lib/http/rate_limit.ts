import type { ClientKey } from "../core/fair_queue.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import { AppError } from "../core/errors.ts";
import type { RateLimitRefusal } from "../limits/request_limiter.ts";
import type { Bucket } from "../limits/bucket.ts";
import type { Limits } from "../limits/limits.ts";
import { rowOfPattern } from "./url_rows.ts";

/**
 * The headers of a 429.
 *
 * `retry-after`: RFC 9110 section 10.2.3. `ratelimit-policy` and `ratelimit`:
 * draft-ietf-httpapi-ratelimit-headers, as Structured Fields (quota `q` per
 * window `w`; remaining `r`, seconds to the reset `t`).
 */
export function rateLimitHeaders(
  refusal: RateLimitRefusal,
): Record<string, string> {
  const { bucket, limit, windowMs } = refusal;
  const waitSeconds = wholeSeconds(refusal.resetMs);
  return {
    "retry-after": String(waitSeconds),
    "ratelimit-policy": `"${bucket}";q=${limit};w=${wholeSeconds(windowMs)}`,
    "ratelimit": `"${bucket}";r=0;t=${waitSeconds}`,
  };
}

/**
 * The error of a refusal: 429 `RATE_LIMIT_EXCEEDED` with its headers.
 *
 * @param params if requests are not what was counted
 */
export function rateLimitError(
  refusal: RateLimitRefusal,
  params: ErrorParams = {
    reason: "rate_limited",
    limit: refusal.limit,
    windowSeconds: wholeSeconds(refusal.windowMs),
    retrySeconds: wholeSeconds(refusal.resetMs),
  },
): AppError {
  return new AppError(429, "RATE_LIMIT_EXCEEDED", params, {
    headers: rateLimitHeaders(refusal),
  });
}

/** Rounded up, at least 1: an earlier retry would be refused again. */
export function wholeSeconds(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000));
}

/**
 * Counts one request of a client against a bucket.
 *
 * @throws {AppError} 429 `RATE_LIMIT_EXCEEDED` with `Retry-After`
 */
export function takeFromBucket(
  limits: Pick<Limits, "take">,
  bucket: Bucket,
  clientKey: string,
): void {
  const refusal = limits.take(bucket, clientKey);
  if (refusal) throw rateLimitError(refusal);
}

interface RateLimitContext {
  /** The pattern of the matched route. */
  readonly route: string | null;
  readonly state: {
    readonly services: { readonly limits: Pick<Limits, "take"> };
    readonly client: { readonly key: string };
  };
}

/**
 * Counts a request against the bucket of its route's row in the URL table. If a
 * row has several buckets, a route names the one it needs; the default is the
 * first.
 *
 * @param share counts apart from the bucket's other requests
 * @throws {AppError} 429 `RATE_LIMIT_EXCEEDED` with `Retry-After`
 */
export function enforceRateLimit(
  { route, state: { services, client } }: RateLimitContext,
  bucket: Bucket = firstBucket(route),
  share?: string,
): void {
  const key = share === undefined ? client.key : `${client.key} ${share}`;
  takeFromBucket(services.limits, bucket, key);
}

function firstBucket(route: string | null): Bucket {
  const [bucket] = (route && rowOfPattern(route)?.buckets) || [];
  if (!bucket) throw new TypeError(`${route} has no rate-limit bucket`);
  return bucket;
}

interface IpApiRequest {
  readonly state: {
    readonly services: { readonly limits: Pick<Limits, "take" | "status"> };
    readonly client: ClientKey;
  };
}

/**
 * Counts a request, and returns the headers that tell clients of ip-api.com how
 * many more are allowed (X-Rl) in the seconds until the window ends (X-Ttl).
 *
 * @throws {AppError} 429 `RATE_LIMIT_EXCEEDED` with these headers
 */
export function enforceIpApiLimit(
  { state: { services: { limits }, client } }: IpApiRequest,
  bucket: Bucket = "geoip",
): Record<string, string> {
  const refusal = limits.take(bucket, client.key);
  if (refusal) {
    throw rateLimitError(refusal).with(limitHeaders(0, refusal.resetMs));
  }
  const status = limits.status(bucket, client.key);
  return status ? limitHeaders(status.remaining, status.resetMs) : {};
}

function limitHeaders(remaining: number, resetMs: number) {
  return { "x-rl": String(remaining), "x-ttl": String(wholeSeconds(resetMs)) };
}
