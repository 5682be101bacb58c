import { parseJson } from "../../core/json.ts";
import * as z from "zod";
import { join } from "node:path";
import { ifExists } from "./durable_file.ts";
import { SharedFiles } from "../shared_files.ts";
import { networkErrorText } from "./outcome.ts";
import { FAILURE_CODES } from "../view/data_file.ts";

const time = z.int().nonnegative();
const sha256 = z.hex().length(64);

/** Strict, because feed names are used in file names. */
export const feedName = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const manifestSchema = z.object({
  feed: feedName,
  /** Name of the stored file: feed, creation time, extension. */
  file: z.string().regex(/^[a-z0-9-]+\.\d+\.[a-z0-9]+$/),
  /** Format of the stored file, see `Feed.format`. */
  format: z.int().nonnegative(),
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
export type Manifest = Readonly<z.infer<typeof manifestSchema>>;

const failureSchema = z.object({
  at: time,
  code: z.enum(FAILURE_CODES),
  /** In English, for the log and for `data status`. */
  reason: z.string(),
  /** Failures since the last success. */
  count: z.int().positive(),
});

export type Failure = Readonly<z.infer<typeof failureSchema>>;

export function parseManifest(feed: string, text: string): Manifest | null {
  const manifest = manifestSchema.safeParse(parseJson(text)).data;
  const own = manifest?.feed === feed && manifest.file.startsWith(`${feed}.`);
  return own ? manifest : null;
}

export function parseFailure(text: string): Failure | null {
  return failureSchema.safeParse(parseJson(text)).data ?? null;
}

export interface FeedState {
  readonly feed: string;
  /** null if there is no data, or its manifest is damaged. */
  readonly manifest: Manifest | null;
  /** The last failed update; null after a successful one. */
  readonly lastFailure: Failure | null;
  /** Why the data cannot be used, for the operator. */
  readonly error: string | null;
}

/**
 * The folder of downloaded data.
 *
 * Each feed has a manifest `<feed>.json`, the file that it names, and
 * `<feed>.failed.json` if its last update failed. Files are never modified: new
 * data gets a new name, and replacing the manifest commits it.
 */
export class FeedStore {
  /** @param folder created by the first update; a missing folder counts as empty */
  constructor(readonly folder: string) {}

  /**
   * The manifests of all feeds that have data, sorted by name. For damaged
   * manifests see `states`.
   *
   * @throws {Error} with a message for the operator, if the folder cannot be read
   */
  async manifests(): Promise<Manifest[]> {
    const states = await this.states();
    return states.flatMap(({ manifest }) => manifest ?? []);
  }

  /**
   * The states of all feeds that have data or failed, sorted by name.
   *
   * @throws {Error} with a message for the operator, if the folder cannot be read
   */
  async states(): Promise<FeedState[]> {
    const names = new Set<string>();
    try {
      for await (const { name } of Deno.readDir(this.folder)) {
        const [feed, end] = name.split(/(?=(?:\.failed)?\.json$)/);
        if (end && feedName.safeParse(feed).success) names.add(feed);
      }
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) {
        const why = networkErrorText(cause);
        throw new Error(`Cannot read ${this.folder}: ${why}`, { cause });
      }
    }
    return await Promise.all([...names].sort().map((name) => this.state(name)));
  }

  async state(feed: string): Promise<FeedState> {
    const state = await this.#readState(feed);
    // An update may have replaced the file after the manifest was read.
    return state.error === null ? state : await this.#readState(feed);
  }

  /**
   * Reads the file of a feed, and checks its size and SHA-256.
   *
   * @param digest false skips the SHA-256, which takes longer than reading
   * @throws {Error} with a message for the operator, if there is no file, or it is damaged
   */
  async open(
    feed: string,
    { digest = true, files = new SharedFiles() } = {},
  ): Promise<{ readonly manifest: Manifest; readonly bytes: Uint8Array }> {
    const cannot = (why: string) =>
      new Error(`Cannot open the data of ${feed}: ${why}`);
    for (let attempt = 1;; attempt++) {
      const { manifest, error } = await this.state(feed);
      if (error !== null) throw cannot(error);
      if (manifest === null) throw cannot("there is no data");
      const path = join(this.folder, manifest.file);
      const bytes = await ifExists(files.read(path));
      if (bytes === null) {
        // An update has just replaced it. A second time would have another cause.
        if (attempt === 1) continue;
        throw cannot(`${manifest.file} is missing`);
      }
      const whole = digest
        ? await hasDigest(bytes, manifest)
        : bytes.length === manifest.bytes;
      if (whole) return { manifest, bytes };
      throw cannot(`${manifest.file} is damaged`);
    }
  }

  async #readState(feed: string): Promise<FeedState> {
    const [data, failure] = await Promise.all([
      this.#readDataState(feed),
      // It does not affect the data, so an unreadable one is ignored.
      Deno.readTextFile(join(this.folder, `${feed}.failed.json`))
        .catch(() => null),
    ]);
    const lastFailure = failure === null ? null : parseFailure(failure);
    return { feed, ...data, lastFailure };
  }

  async #readDataState(
    feed: string,
  ): Promise<Pick<FeedState, "manifest" | "error">> {
    let text: string | null;
    try {
      text = await ifExists(
        Deno.readTextFile(join(this.folder, `${feed}.json`)),
      );
    } catch (error) {
      const why = networkErrorText(error);
      return { manifest: null, error: `its manifest cannot be read: ${why}` };
    }
    if (text === null) return { manifest: null, error: null };
    const manifest = parseManifest(feed, text);
    return manifest === null
      ? { manifest, error: "its manifest is damaged" }
      : { manifest, error: await this.#fileError(manifest) };
  }

  async #fileError({ file, bytes }: Manifest): Promise<string | null> {
    try {
      const { size } = await Deno.stat(join(this.folder, file));
      return size === bytes
        ? null
        : `${file} has ${size} bytes instead of ${bytes}`;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return `${file} is missing`;
      return `${file} cannot be read: ${networkErrorText(error)}`;
    }
  }
}

async function hasDigest(
  bytes: Uint8Array,
  { sha256 }: Manifest,
): Promise<boolean> {
  // A copy: shared memory is not accepted.
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return new Uint8Array(digest).toHex() === sha256;
}
