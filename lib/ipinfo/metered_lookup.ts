import type { Charge, Quota, Quotas } from "../accounts/quotas/quotas.ts";
import { apiTokenHash, findApiTokenHash } from "../accounts/tokens/token.ts";
import type { ClientKey } from "../core/fair_queue.ts";
import { AppError, asAppError } from "../core/errors.ts";
import { familyOf, type TargetRequest } from "../http/query.ts";
import type { MeteredResult } from "../http/quota_response.ts";
import type { CacheLifetime } from "../http/responses.ts";
import {
  type BatchPool,
  type BatchTarget,
  lookUpBatch,
  readBatch,
} from "./batch.ts";
import type { LookupOptions, ValidTarget } from "./target_lookup.ts";

export interface MeteredServices {
  readonly quotas: Pick<Quotas, "charge" | "read">;
  readonly ipinfo: {
    v2(
      target: ValidTarget,
      options: LookupOptions,
    ): Promise<{ record: object; lifetime: CacheLifetime }>;
  };
}

type V2Request = TargetRequest & {
  readonly req: Request;
  readonly state: { readonly client: ClientKey };
};

/**
 * Looks up the target of a request, for one unit of its token's quota.
 *
 * Validates the target first. Refunds the unit if there is no record, but not
 * if the client disconnects, because the sources have been queried. HEAD is
 * free and queries no source: its result is null, or an error for a malformed
 * target.
 *
 * @throws {AppError} 401; 503
 */
export async function lookUpMetered(
  request: V2Request,
  { quotas, ipinfo }: MeteredServices,
  targetOf: (request: TargetRequest) => ValidTarget,
): Promise<MeteredResult> {
  const { req: { headers, method, signal }, state: { client } } = request;
  const hash = apiTokenHash(headers);
  let target: ValidTarget;
  let family: 4 | 6 | undefined;
  try {
    target = targetOf(request);
    family = familyOf(request);
  } catch (error) {
    return { error: asAppError(error), quota: await quotas.read(hash) };
  }
  if (method === "HEAD") {
    const quota = await quotas.read(hash);
    return quota.remaining === 0
      ? { refusedCount: 1, quota }
      : { json: "null", lifetime: "none", quota };
  }
  const charge = await quotas.charge(hash);
  const { quota } = charge;
  if (!charge.isGranted) return { refusedCount: 1, quota };
  try {
    const options = { family, client, signal };
    const { record, lifetime } = await ipinfo.v2(target, options);
    return { json: JSON.stringify(record), lifetime, quota };
  } catch (error) {
    return {
      error: asAppError(error),
      quota: signal.aborted ? quota : await refunded(charge, 1),
    };
  }
}

/**
 * Looks up a batch, for one unit of its token's quota for each record.
 *
 * Charges all well-formed targets in one commit, or none if the quota is too
 * small. Refunds those that can't be described, and all of them if there are no
 * records, but nothing if the client disconnects. Waits for its turn first.
 *
 * @throws {AppError} 401; 503
 */
export async function lookUpMeteredBatch(
  request: V2Request,
  services: MeteredServices & { readonly batches: BatchPool },
): Promise<MeteredResult> {
  const { quotas, batches } = services;
  const { req, state: { client } } = request;
  const hash = apiTokenHash(req.headers);
  let targets: BatchTarget[];
  let family: 4 | 6 | undefined;
  try {
    family = familyOf(request);
    targets = await readBatch(req);
  } catch (error) {
    return { error: asAppError(error), quota: await quotas.read(hash) };
  }
  const { signal } = req;
  return await batches.run(
    { client, signal },
    () => chargedBatch(hash, targets, { family, client, signal }, services),
  );
}

async function chargedBatch(
  hash: string,
  targets: readonly BatchTarget[],
  options: LookupOptions,
  { quotas, ipinfo }: MeteredServices,
): Promise<MeteredResult> {
  const { signal } = options;
  const lookUp = async (target: ValidTarget) => {
    return JSON.stringify((await ipinfo.v2(target, options)).record);
  };
  const malformed = targets.filter(({ kind }) => kind === "error").length;
  const count = targets.length - malformed;
  if (count === 0) {
    const { json } = await lookUpBatch(targets, signal, lookUp);
    return { json, lifetime: "none", quota: await quotas.read(hash) };
  }
  const charge = await quotas.charge(hash, count);
  if (!charge.isGranted) return { refusedCount: count, quota: charge.quota };
  try {
    const { json, failed } = await lookUpBatch(targets, signal, lookUp);
    const quota = await refunded(charge, failed - malformed);
    return { json, lifetime: "none", quota };
  } catch (error) {
    return {
      error: asAppError(error),
      quota: signal.aborted ? charge.quota : await refunded(charge, count),
    };
  }
}

/**
 * The quota of the token in the headers; null if there is none, it is invalid,
 * or the store fails.
 */
export async function knownQuota(
  headers: Headers,
  quotas: Pick<Quotas, "read">,
): Promise<Quota | null> {
  const hash = findApiTokenHash(headers);
  if (hash === null) return null;
  try {
    return await quotas.read(hash);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Refunds `count` requests of a charge, and returns the quota after that. */
async function refunded(charge: Charge, count: number): Promise<Quota> {
  const { quota } = charge;
  if (count === 0) return quota;
  await charge.refund(count);
  const { used, remaining } = quota;
  return { ...quota, used: used - count, remaining: remaining + count };
}
