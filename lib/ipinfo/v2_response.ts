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

/** What a charged request takes of the services. */
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
 * Answers a V2 request for one unit of its token's quota.
 *
 * The target is checked before anything is charged, and what is not answered
 * costs nothing. A client that leaves in the middle has paid: the sources were
 * asked for it. HEAD costs nothing and asks no source: it tells how the token
 * stands, and what is wrong with a target by its form.
 *
 * @throws {AppError} with the quota's headers, once the token is known
 */
export async function respondWithQuota(
  asked: TargetRequest & {
    readonly req: Request;
    readonly state: { readonly client: ClientKey };
  },
  { quotas, ipinfo, now }: QuotaServices,
  targetOf: (asked: TargetRequest) => ValidTarget,
): Promise<Response> {
  const { req, state: { client } } = asked;
  const hash = apiTokenHash(req.headers);
  let target: ValidTarget;
  let family: 4 | 6 | undefined;
  try {
    target = targetOf(asked);
    family = familyOf(asked);
  } catch (fault) {
    throw withQuota(asAppError(fault), await quotas.read(hash));
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
  } catch (fault) {
    throw withQuota(
      asAppError(fault),
      req.signal.aborted ? charge.quota : givenBack(charge),
    );
  }
}

/**
 * The 404 of a path that V2 does not have. A valid token learns how it stands
 * there too; any other, and a store that fails, change nothing about the path.
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

/** Takes the charge back, and tells how the quota stands then. */
function givenBack(charge: Charge): Quota {
  charge.refund();
  const { quota } = charge;
  return { ...quota, used: quota.used - 1, remaining: quota.remaining + 1 };
}

function withQuota(error: AppError, quota: Quota): AppError {
  return error.with(quotaHeaders(quota));
}
