import type { ErrorParams } from "../core/error_reasons.ts";
import { AppError } from "../core/errors.ts";

/** The error for a client banned for going over its limits too often. */
export function automaticallyBanned(untilMs: number, nowMs: number): AppError {
  return banEndMs(
    untilMs,
    nowMs,
    { reason: "address_banned_for_excess", untilMs },
  );
}

/** The error for an address that an administrator banned. @param untilMs `Infinity` for a ban without an end */
export function manuallyBanned(untilMs: number, nowMs: number): AppError {
  return untilMs === Infinity
    ? new AppError(403, "FORBIDDEN", { reason: "address_banned" })
    : banEndMs(
      untilMs,
      nowMs,
      { reason: "address_banned_until", untilMs },
    );
}

const BAN_REASONS: readonly string[] = [
  "address_banned",
  "address_banned_until",
  "address_banned_for_excess",
] satisfies ErrorParams["reason"][];

export function isBanError({ reason }: ErrorParams): boolean {
  return BAN_REASONS.includes(reason);
}

function banEndMs(
  untilMs: number,
  nowMs: number,
  params: ErrorParams,
): AppError {
  // Rounded up and at least 1: an earlier request would be refused again.
  const retrySeconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  return new AppError(403, "FORBIDDEN", params, { retrySeconds });
}
