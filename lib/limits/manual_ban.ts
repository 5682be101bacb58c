import { type Cidr, formatCidr, parseCidr, unmappedCidr } from "../net/cidr.ts";

/** ECMA-262, Time Values and Time Range. */
const lastTimeMs = 8_640_000_000_000_000;

/** A block of addresses that an administrator shut out. */
export interface ManualBan {
  id: string;
  cidr: Cidr;
  sinceMs: number;
  /** Null: until it is lifted. */
  untilMs: number | null;
  reason: string;
  /** The name of who did it. */
  by: string;
}

/** A ban as it is kept, without its id, which is in the key. */
export function manualBanRecord(
  { cidr, sinceMs, untilMs, reason, by }: ManualBan,
): Record<string, unknown> {
  return { cidr: formatCidr(cidr), sinceMs, untilMs, reason, by };
}

/** The ban in a record of the store; null for anything else. */
export function asManualBan(id: string, value: unknown): ManualBan | null {
  if (typeof value !== "object" || value === null) return null;
  const { cidr: text, sinceMs, untilMs, reason, by } = value as Record<
    string,
    unknown
  >;
  const cidr = typeof text === "string" ? parseCidr(text) : null;
  return cidr !== null && isTime(sinceMs) &&
      (untilMs === null || isTime(untilMs)) &&
      typeof reason === "string" && typeof by === "string"
    ? { id, cidr: unmappedCidr(cidr), sinceMs, untilMs, reason, by }
    : null;
}

/** Whether a ban is in force at a time. */
export function isInForce({ untilMs }: ManualBan, nowMs: number): boolean {
  return untilMs === null || untilMs > nowMs;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= lastTimeMs;
}
