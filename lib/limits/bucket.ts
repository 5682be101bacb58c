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
