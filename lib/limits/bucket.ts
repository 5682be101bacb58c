/** The groups of endpoints that share one count of requests per client. */
export const BUCKETS = [
  "text",
  "jsonip",
  "geoip",
  "lookup",
  "pages",
  "scan",
  "names",
  /** Wrong passwords, of one client at one account. */
  "auth",
  /** Wrong passwords, of one client at all accounts, and of all clients at one. */
  "auth_total",
  "signup",
] as const;

export type Bucket = typeof BUCKETS[number];

/** Requests per window and client; 0 switches the bucket off. */
export type BucketLimits = Readonly<Record<Bucket, number>>;

/**
 * Addresses that it takes to use up an account's failures, so that clients the
 * account does not know are kept out. More would let as many guess at once.
 */
const TOTAL_FACTOR = 10;

/** The part of the configuration that sets the limits. */
export type BucketSettings = Readonly<
  Record<
    `RATE_LIMIT_${Uppercase<Exclude<Bucket, "auth_total" | "signup">>}`,
    number
  >
>;

/** What each bucket allows a minute, as it is configured; 0 is no limit. */
export function bucketLimits(config: BucketSettings): BucketLimits {
  return {
    text: config.RATE_LIMIT_TEXT,
    jsonip: config.RATE_LIMIT_JSONIP,
    geoip: config.RATE_LIMIT_GEOIP,
    lookup: config.RATE_LIMIT_LOOKUP,
    pages: config.RATE_LIMIT_PAGES,
    scan: config.RATE_LIMIT_SCAN,
    names: config.RATE_LIMIT_NAMES,
    auth: config.RATE_LIMIT_AUTH,
    auth_total: TOTAL_FACTOR * config.RATE_LIMIT_AUTH,
    signup: config.RATE_LIMIT_AUTH,
  };
}
