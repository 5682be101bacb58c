import { parseJson } from "../../core/json.ts";

/** Id of the element with the address of the page's connection. */
export const OWN_ID = "ip";
/** Id of the element with the address of the other family, once it is known. */
export const OTHER_ID = "other-ip";
/** Event of the window when that is shown. */
export const SHOWN_EVENT = "addressshown";
/** Event of the window with what both addresses say about a leak, a `FamilyStrip`. */
export const FAMILY_STRIP_EVENT = "familystrip";

/** An address that a browser has had, as the browser stores it. */
export interface SeenAddress {
  ip: string;
  firstMs: number;
  lastMs: number;
}

const DAY_MS = 86_400_000;
/** How long an address is stored after it was last seen. */
export const KEPT_DAYS = 90;
/** Bounds the browser's storage for visitors who change networks often. */
const MAX_ADDRESSES = 50;
const MAX_IP_LENGTH = 39;

/**
 * Parses the stored history. Anyone who uses the browser can change it, so
 * malformed parts are left out.
 */
export function parseHistory(text: string | null): SeenAddress[] {
  const stored = parseJson(text ?? "[]");
  return Array.isArray(stored) ? stored.filter(isSeenAddress) : [];
}

function isSeenAddress(value: unknown): value is SeenAddress {
  const { ip, firstMs, lastMs } = (value ?? {}) as Partial<SeenAddress>;
  return typeof ip === "string" && ip.length <= MAX_IP_LENGTH &&
    Number.isInteger(firstMs) && Number.isInteger(lastMs);
}

/** Adds addresses to a history: latest first, without those that are too old. */
export function withAddresses(
  history: readonly SeenAddress[],
  ips: readonly string[],
  nowMs: number,
): SeenAddress[] {
  const seen = ips.map((ip): SeenAddress => ({
    ip,
    firstMs: history.find((old) => old.ip === ip)?.firstMs ?? nowMs,
    lastMs: nowMs,
  }));
  const others = history.filter(({ ip, lastMs }) =>
    !ips.includes(ip) && lastMs > nowMs - KEPT_DAYS * DAY_MS
  );
  return [...seen, ...others].slice(0, MAX_ADDRESSES);
}
