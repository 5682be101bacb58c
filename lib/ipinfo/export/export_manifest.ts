import { parseJson } from "../../core/json.ts";
import * as z from "zod";

/** A file that others can download. */
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
