import * as z from "zod";

const time = z.int().nonnegative();
const sha256 = z.hex().length(64);

/** Strict, because feed names are used in file names. */
export const feedName = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const schema = z.object({
  feed: feedName,
  /** Name of the stored file: feed, creation time, extension. */
  file: z.string().regex(/^[a-z0-9-]+\.\d+\.[a-z0-9]+$/),
  /** Format of the stored file, see `Feed.format`. */
  format: z.int().nonnegative(),
  /** URL of the download. */
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Milliseconds since the epoch, as are the next two. */
  fetchedAt: time,
  /** Last successful check, even if there was nothing newer. */
  checkedAt: time,
  /** From the data itself; null if it does not state it. */
  builtAt: time.nullable(),
  entries: z.int().nonnegative(),
  /** Size of the stored file; `sha256` is its digest. */
  bytes: z.int().nonnegative(),
  sha256,
  /** Digest of the download, so that the same one is not compiled again. */
  downloadSha256: sha256,
});

/** Describes a stored file. Replacing the manifest commits an update. */
export type Manifest = Readonly<z.infer<typeof schema>>;

const failureSchema = z.object({
  at: time,
  reason: z.string(),
  /** Failures since the last success. */
  count: z.int().positive().default(1),
});

/** When and why the last update of a feed failed. */
export type Failure = Readonly<z.infer<typeof failureSchema>>;

function parseJson<T>(type: z.ZodType<T>, text: string): T | null {
  try {
    return type.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Parses the manifest of a feed; null if the text is invalid. */
export function parseManifest(feed: string, text: string): Manifest | null {
  const manifest = parseJson(schema, text);
  const own = manifest?.feed === feed && manifest.file.startsWith(`${feed}.`);
  return own ? manifest : null;
}

/** Parses a recorded failure; null if the text is invalid. */
export function parseFailure(text: string): Failure | null {
  return parseJson(failureSchema, text);
}
