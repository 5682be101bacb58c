import type { Config } from "./config.ts";
import type { BucketLimits } from "./limits/bucket.ts";

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
  };
}
