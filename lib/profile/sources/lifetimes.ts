/** What the remote sources have in common, in milliseconds. */
export const TIMEOUT_MS = 1500;
/** Places and networks hardly move. */
export const GEO_LIFETIME_MS = 7 * 86_400_000;
/** Who abuses an address changes from day to day: so long holds every answer with a flag in it. */
export const RISK_LIFETIME_MS = 86_400_000;
/** Reverse names change with who has the line. */
export const NAME_LIFETIME_MS = 3_600_000;
export const EMPTY_LIFETIME_MS = 5 * 60_000;
