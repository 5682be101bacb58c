import { AppError } from "../core/errors.ts";

/** The error for a client banned for going over its limits too often. @param untilMs, nowMs milliseconds since the epoch */
export function automaticallyBanned(untilMs: number, nowMs: number): AppError {
  return bannedUntil(
    untilMs,
    nowMs,
    `This address is banned until ${
      timeText(untilMs)
    } for exceeding its limits too often.`,
  );
}

/** The error for an address that an administrator banned. @param untilMs `Infinity` for a ban without an end */
export function manuallyBanned(untilMs: number, nowMs: number): AppError {
  return untilMs === Infinity
    ? new AppError(403, "FORBIDDEN", "This address is banned.")
    : bannedUntil(
      untilMs,
      nowMs,
      `This address is banned until ${timeText(untilMs)}.`,
    );
}

function bannedUntil(
  untilMs: number,
  nowMs: number,
  message: string,
): AppError {
  // Rounded up and at least 1: whoever comes back earlier is refused again.
  const waitSeconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  return new AppError(403, "FORBIDDEN", message, {
    headers: { "retry-after": String(waitSeconds) },
  });
}

/** ISO 8601 in whole seconds, rounded up. */
function timeText(timeMs: number): string {
  const whole = Math.ceil(timeMs / 1000) * 1000;
  return new Date(whole).toISOString().replace(".000Z", "Z");
}
