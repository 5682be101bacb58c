import type { Charge, Quota, Quotas } from "../accounts/quotas/quotas.ts";
import type { ClientKey } from "../core/caller.ts";
import type { LookupOptions, ValidTarget } from "./ipinfo_service.ts";
import type { V2Record } from "./records/v2.ts";
import { type CacheLifetime, jsonResponse } from "../http/responses.ts";
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
  request: TargetRequest & {
    readonly req: Request;
    readonly state: { readonly client: ClientKey };
  },
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
      req.signal.aborted ? charge.quota : refunded(charge),
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

/** Refunds a charge, and returns the quota after that. */
function refunded(charge: Charge): Quota {
  charge.refund();
  const { quota } = charge;
  return { ...quota, used: quota.used - 1, remaining: quota.remaining + 1 };
}

function withQuota(error: AppError, quota: Quota): AppError {
  return error.with(quotaHeaders(quota));
}
