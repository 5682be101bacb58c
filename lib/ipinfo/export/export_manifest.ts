import { parseJson } from "../../core/json.ts";
import * as z from "zod";
import type { DatabaseInfo } from "../../data/geo_database.ts";
import type { Feed } from "../../data/feeds/feed.ts";
import { findApiTokenHash, unauthorized } from "../../accounts/tokens/token.ts";
import type { TokenVerifier } from "../../accounts/tokens/token_verifier.ts";
import type { ClientKey } from "../../core/fair_queue.ts";
import { AppError, notFound } from "../../core/errors.ts";

const exportedFile = z.object({
  /** The name in URLs. */
  name: z.string().regex(/^[\w-]+(?:\.[a-z]+)+$/),
  type: z.string(),
  bytes: z.int(),
  md5: z.string(),
});

/** An edition of the MaxMind DB format, as geoipupdate asks for it. */
const exportedEdition = z.object({
  name: z.string(),
  /** Of the unpacked database. */
  md5: z.string(),
  /** Where the archive has the compressed database alone: the end is excluded. */
  packed: z.tuple([z.int(), z.int()]),
});

const exportManifest = z.object({
  /** Identifies the tables and the program that the files come from. */
  stamp: z.string(),
  /** Milliseconds since the epoch, whole seconds. */
  madeAt: z.int(),
  /** The folder of the files, beside the manifest. */
  folder: z.string().regex(/^\w+$/),
  files: z.array(exportedFile),
  editions: z.array(exportedEdition),
});

export type ExportedEdition = z.infer<typeof exportedEdition>;
export type ExportedFile = z.infer<typeof exportedFile>;
export type ExportManifest = z.infer<typeof exportManifest>;

export const MANIFEST_FILE = "manifest.json";

/** The manifest in a text; null if the text is not one of this version. */
export function parseManifest(text: string): ExportManifest | null {
  return exportManifest.safeParse(parseJson(text)).data ?? null;
}

/** Licenses under which anyone may redistribute data. */
const OPEN_LICENSES: ReadonlySet<string> = new Set([
  "CC-BY-4.0",
  "CC0-1.0",
  "PDDL-1.0",
]);

/** The kinds of feeds that the exported databases contain. They leave out evidence, such as lists. */
const KINDS: ReadonlySet<Feed["kind"]> = new Set(["geo", "asn", "routes"]);

export function isOpenData(
  { license }: Pick<DatabaseInfo, "license">,
): boolean {
  return OPEN_LICENSES.has(license);
}

/**
 * The feeds whose data may be exported. If the operator has given a feed another
 * URL, nobody knows the license of what is there.
 *
 * @param replaced names of feeds with another URL
 */
export function openFeeds(
  feeds: readonly Feed[],
  replaced: ReadonlySet<string>,
): Feed[] {
  const open = feeds.filter((feed) =>
    KINDS.has(feed.kind) && isOpenData(feed) &&
    feed.credentials === undefined &&
    !replaced.has(feed.name)
  );
  // The other tables of systems have its names.
  const hasOtherNames = feeds.some(({ hasNames, name }) =>
    hasNames && replaced.has(name)
  );
  return hasOtherNames ? open.filter(({ kind }) => kind === "geo") : open;
}

interface ExportRequest {
  readonly req: Request;
  readonly state: {
    readonly client: ClientKey;
    readonly services: {
      /** Null if exports are off. */
      readonly exports: {
        readonly isForMembers: boolean;
        readonly manifest: ExportManifest | null;
      } | null;
      readonly tokenVerifier: Pick<TokenVerifier, "isValid">;
    };
  };
}

/**
 * What a client may download.
 *
 * @throws {AppError} 404 if exports are off; 401 without the token that members
 * need; 503 until the first export has ended
 */
export async function requireManifest(
  { req, state: { client, services } }: ExportRequest,
): Promise<ExportManifest> {
  const { exports, tokenVerifier } = services;
  if (exports === null) throw notFound();
  if (exports.isForMembers) {
    const hash = findApiTokenHash(req.headers);
    const isMember = hash !== null &&
      await tokenVerifier.isValid(hash, client.key);
    if (!isMember) throw unauthorized();
  }
  if (exports.manifest) return exports.manifest;
  throw new AppError(503, "SERVICE_UNAVAILABLE", {
    reason: "tables_loading",
  }, { headers: { "retry-after": "60" } });
}

/** The entry with a name. @throws {AppError} 404 if there is none */
export function requireNamed<T extends { readonly name: string }>(
  entries: readonly T[],
  name: string,
): T {
  const entry = entries.find((entry) => entry.name === name);
  if (!entry) throw notFound();
  return entry;
}
