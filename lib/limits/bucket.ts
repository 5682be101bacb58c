/** The groups of endpoints that share one count of requests per client. */
export const BUCKETS = [
  "text",
  "jsonip",
  "geoip",
  "lookup",
  "pages",
  "scan",
  "auth",
] as const;

export type Bucket = typeof BUCKETS[number];

/** Requests per window and client; 0 switches the bucket off. */
export type BucketLimits = Readonly<Record<Bucket, number>>;

/** Requests per minute where the configuration says nothing. */
export const DEFAULT_LIMITS: BucketLimits = {
  text: 60,
  jsonip: 60,
  geoip: 30,
  lookup: 30,
  pages: 120,
  scan: 4,
  auth: 10,
};

/** Where operators read what went wrong. */
export type Log = (message: string, cause?: unknown) => void;
