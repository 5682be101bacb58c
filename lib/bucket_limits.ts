import type { Config } from "./config.ts";
import type { BucketLimits } from "./limits/bucket.ts";

/**
 * Addresses that it takes to use up an account's failures, so that clients the
 * account does not know are kept out. More would let as many guess at once.
 */
const TOTAL_FACTOR = 10;

/** What each bucket allows a minute, as it is configured; 0 is no limit. */
export function bucketLimits(config: Config): BucketLimits {
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
