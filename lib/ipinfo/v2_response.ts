import type { Charge, Quota, Quotas } from "../accounts/quotas/quotas.ts";
import type { ClientKey } from "../core/caller.ts";
import type { LookupOptions, ValidTarget } from "./target_lookup.ts";
import type { V2Record } from "./records/v2.ts";
import { type BatchTarget, lookUpBatch, readBatch } from "./batch.ts";
import {
  type CacheLifetime,
  jsonResponse,
  jsonTextResponse,
} from "../http/responses.ts";
import {
  apiTokenHash,
  findApiTokenHash,
  quotaExhaustedResponse,
  quotaHeaders,
} from "../accounts/quotas/quota_headers.ts";
import { AppError, asAppError, notFound } from "../core/errors.ts";
import { familyOf, type TargetRequest } from "../http/query.ts";

/** The services that a metered request needs. */
export interface QuotaServices {
  quotas: Pick<Quotas, "charge" | "read">;
  ipinfo: {
    v2(
      target: ValidTarget,
      options: LookupOptions,
    ): Promise<{ record: V2Record; lifetime: CacheLifetime }>;
  };
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A request to V2. */
type V2Request = TargetRequest & {
  readonly req: Request;
  readonly state: { readonly client: ClientKey };
};

/**
 * Responds to a V2 request, for one unit of its token's quota.
 *
 * Validates the target first. Refunds the unit if there is no response, but not
 * if the client disconnects, because the sources have been queried. HEAD is
 * free and queries no source: it returns the quota, and an error for a
 * malformed target.
 *
 * @throws {AppError} with the quota's headers once the token is known
 */
export async function respondWithQuota(
  request: V2Request,
  { quotas, ipinfo, now }: QuotaServices,
  targetOf: (request: TargetRequest) => ValidTarget,
): Promise<Response> {
  const { req, state: { client } } = request;
  const hash = apiTokenHash(req.headers);
  let target: ValidTarget;
  let family: 4 | 6 | undefined;
  try {
    target = targetOf(request);
    family = familyOf(request);
  } catch (error) {
    throw withQuota(asAppError(error), await quotas.read(hash));
  }
  if (req.method === "HEAD") {
    const quota = await quotas.read(hash);
    return quota.remaining === 0
      ? quotaExhaustedResponse(quota, now())
      : jsonResponse(null, {}, quotaHeaders(quota));
  }
  const charge = await quotas.charge(hash);
  if (!charge.isGranted) return quotaExhaustedResponse(charge.quota, now());
  try {
    const { record, lifetime } = await ipinfo.v2(target, {
      family,
      client,
      signal: req.signal,
    });
    return jsonResponse(record, { lifetime }, quotaHeaders(charge.quota));
  } catch (error) {
    throw withQuota(
      asAppError(error),
      req.signal.aborted ? charge.quota : refunded(charge, 1),
    );
  }
}

/**
 * Responds to a V2 batch, for one unit of its token's quota for each record.
 *
 * Charges all well-formed targets in one commit, or none if the quota is too
 * small. Refunds those that can't be described, and all of them if there is no
 * response, but nothing if the client disconnects.
 *
 * @throws {AppError} with the quota's headers once the token is known
 */
export async function respondToBatch(
  request: V2Request,
  { quotas, ipinfo, now }: QuotaServices,
): Promise<Response> {
  const { req, state: { client } } = request;
  const hash = apiTokenHash(req.headers);
  let targets: BatchTarget[];
  let family: 4 | 6 | undefined;
  try {
    family = familyOf(request);
    targets = await readBatch(req);
  } catch (error) {
    throw withQuota(asAppError(error), await quotas.read(hash));
  }
  const { signal } = req;
  const lookUp = async (target: ValidTarget) => {
    const options = { family, client, signal };
    return JSON.stringify((await ipinfo.v2(target, options)).record);
  };
  const malformed = targets.filter(({ kind }) => kind === "error").length;
  const count = targets.length - malformed;
  if (count === 0) {
    const { json } = await lookUpBatch(targets, signal, lookUp);
    return jsonTextResponse(
      json,
      "none",
      quotaHeaders(await quotas.read(hash)),
    );
  }
  const charge = await quotas.charge(hash, count);
  if (!charge.isGranted) {
    return quotaExhaustedResponse(charge.quota, now(), count);
  }
  try {
    const { json, failed } = await lookUpBatch(targets, signal, lookUp);
    const quota = refunded(charge, failed - malformed);
    return jsonTextResponse(json, "none", quotaHeaders(quota));
  } catch (error) {
    throw withQuota(
      asAppError(error),
      signal.aborted ? charge.quota : refunded(charge, count),
    );
  }
}

/**
 * The 404 for an unknown path below V2. Includes the quota for a valid token;
 * with an invalid token or a failing store, the response is still a 404.
 */
export async function rejectUnknownPath(
  { headers }: Pick<Request, "headers">,
  { quotas }: Pick<QuotaServices, "quotas">,
): Promise<AppError> {
  const error = notFound();
  const hash = findApiTokenHash(headers);
  if (hash === null) return error;
  try {
    return withQuota(error, await quotas.read(hash));
  } catch (unread) {
    if (unread instanceof AppError) return error;
    throw unread;
  }
}

/** Refunds `count` requests of a charge, and returns the quota after that. */
function refunded(charge: Charge, count: number): Quota {
  const { quota } = charge;
  if (count === 0) return quota;
  charge.refund(count);
  const { used, remaining } = quota;
  return { ...quota, used: used - count, remaining: remaining + count };
}

function withQuota(error: AppError, quota: Quota): AppError {
  return error.with(quotaHeaders(quota));
}
