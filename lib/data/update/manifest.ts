import { z } from "zod";

const time = z.int().nonnegative();
const sha256 = z.hex().length(64);

/** Feed names name files, so nothing else may get into them. */
export const feedName = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const schema = z.object({
  feed: feedName,
  /** Name of the kept file in the folder of the store: feed, time of its making, extension. */
  file: z.string().regex(/^[a-z0-9-]+\.\d+\.[a-z0-9]+$/),
  /** Of the kept file, see `Feed.format`. */
  format: z.int().nonnegative(),
  /** Where it was found. */
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Milliseconds since the epoch, as are the next two. */
  fetchedAt: time,
  /** When the feed was last asked with success, be it for nothing new. */
  checkedAt: time,
  /** From the data itself, null where it does not say. */
  builtAt: time.nullable(),
  entries: z.int().nonnegative(),
  /** Of the kept file, as is `sha256`. */
  bytes: z.int().nonnegative(),
  sha256,
  /** Of the download: the same one need not be compiled again. */
  downloadSha256: sha256,
});

/** What is known of a kept file; its replacement is the commit of an update. */
export type Manifest = Readonly<z.infer<typeof schema>>;

const failureSchema = z.object({ at: time, reason: z.string() });

/** Why a feed could last not be brought up to date. */
export type Failure = Readonly<z.infer<typeof failureSchema>>;

function parseJson<T>(type: z.ZodType<T>, text: string): T | null {
  try {
    return type.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A manifest of the feed, null when the text is none. */
export function parseManifest(feed: string, text: string): Manifest | null {
  const manifest = parseJson(schema, text);
  const own = manifest?.feed === feed && manifest.file.startsWith(`${feed}.`);
  return own ? manifest : null;
}

/** null when the text is none. */
export function parseFailure(text: string): Failure | null {
  return parseJson(failureSchema, text);
}
