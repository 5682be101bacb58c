/** Groups of endpoints that share one rate limit per client. */
export const BUCKETS = [
  "text",
  "jsonip",
  "geoip",
  "lookup",
  "pages",
  "previews",
  "scan",
  "ranges",
  "batch",
  "names",
  /** Failed sign-ins of one client at one account. */
  "auth",
  /** Failed sign-ins of one client at all accounts, and of all clients at one account. */
  "auth_total",
  "signup",
] as const;

export type Bucket = typeof BUCKETS[number];

/** Requests per window and client; 0 means no limit. */
export type BucketLimits = Readonly<Record<Bucket, number>>;

/**
 * How many addresses it takes to use up an account's failed sign-ins, which
 * then blocks clients unknown to the account. A larger factor would let more
 * addresses guess in parallel.
 */
const TOTAL_FACTOR = 10;

export type BucketSettings = Readonly<
  Record<
    `RATE_LIMIT_${Uppercase<Exclude<Bucket, "auth_total" | "signup">>}`,
    number
  >
>;

/** The configured requests per minute of each bucket; 0 means no limit. */
export function bucketLimits(config: BucketSettings): BucketLimits {
  return {
    text: config.RATE_LIMIT_TEXT,
    jsonip: config.RATE_LIMIT_JSONIP,
    geoip: config.RATE_LIMIT_GEOIP,
    lookup: config.RATE_LIMIT_LOOKUP,
    pages: config.RATE_LIMIT_PAGES,
    previews: config.RATE_LIMIT_PREVIEWS,
    scan: config.RATE_LIMIT_SCAN,
    ranges: config.RATE_LIMIT_RANGES,
    batch: config.RATE_LIMIT_BATCH,
    names: config.RATE_LIMIT_NAMES,
    auth: config.RATE_LIMIT_AUTH,
    auth_total: TOTAL_FACTOR * config.RATE_LIMIT_AUTH,
    signup: config.RATE_LIMIT_AUTH,
  };
}
