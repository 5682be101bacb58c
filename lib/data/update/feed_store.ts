import { join } from "node:path";
import { readIfThere, readTextIfThere } from "./durable_file.ts";
import { networkErrorText } from "./outcome.ts";
import {
  type Failure,
  feedName,
  type Manifest,
  parseFailure,
  parseManifest,
} from "./manifest.ts";

/** Name of the file that holds the time of the last run. */
export const LAST_RUN = "update.time";

/** A feed as it stands on disk. */
export interface FeedState {
  readonly feed: string;
  /** null when there is no data, or its manifest is invalid. */
  readonly manifest: Manifest | null;
  /** The last update that failed, null once one succeeds. */
  readonly lastFailure: Failure | null;
  /** Why the data cannot be used, in words. */
  readonly error: string | null;
}

export interface OpenedFeed {
  readonly manifest: Manifest;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The folder of the feeds' data.
 *
 * Each feed has a manifest `<feed>.json`, the file it names, and
 * `<feed>.failed.json` while its last update failed. Files are never changed:
 * a newer one comes under a new name, and replacing the manifest is the commit.
 * `update.time` says when all feeds were last asked.
 */
export class FeedStore {
  /** @param folder is made by the first update; a missing one is empty */
  constructor(readonly folder: string) {}

  /**
   * The manifests of all data there is, by name; damaged ones are told by `states`.
   *
   * @throws {Error} in words when the folder cannot be read
   */
  async read(): Promise<Manifest[]> {
    const states = await this.states();
    return states.flatMap(({ manifest }) => manifest ?? []);
  }

  /**
   * All feeds that have data or failed, by name.
   *
   * @throws {Error} in words when the folder cannot be read
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
    const state = await this.#look(feed);
    // An update may have swapped the file between reading manifest and file.
    return state.error === null ? state : await this.#look(feed);
  }

  /** When all feeds were last asked, in milliseconds since the epoch; null for never. */
  async lastRunAt(): Promise<number | null> {
    const text = await readTextIfThere(join(this.folder, LAST_RUN));
    const time = Date.parse(text?.trim() ?? "");
    return Number.isNaN(time) ? null : time;
  }

  /**
   * Reads the file of a feed whole and holds it against size and SHA-256.
   *
   * @param digest false leaves out the SHA-256, which takes longer than the reading
   * @throws {Error} in words when there is none, or it is damaged
   */
  async open(feed: string, { digest = true } = {}): Promise<OpenedFeed> {
    const cannot = (why: string) =>
      new Error(`Cannot open the data of ${feed}: ${why}`);
    for (let attempt = 1;; attempt++) {
      const { manifest, error } = await this.state(feed);
      if (error !== null) throw cannot(error);
      if (manifest === null) throw cannot("there is none");
      const bytes = await readIfThere(join(this.folder, manifest.file));
      if (bytes === null) {
        // Swapped just now; at the second time something else is at work.
        if (attempt === 1) continue;
        throw cannot(`${manifest.file} is missing`);
      }
      const whole = digest
        ? await hasDigest(bytes, manifest)
        : bytes.length === manifest.bytes;
      if (whole) return { manifest, bytes };
      throw cannot(`${manifest.file} is not what was written`);
    }
  }

  async #look(feed: string): Promise<FeedState> {
    const [data, failure] = await Promise.all([
      this.#lookAtData(feed),
      // It says nothing of the data; one that cannot be read is none.
      readTextIfThere(join(this.folder, `${feed}.failed.json`))
        .catch(() => null),
    ]);
    const lastFailure = failure === null ? null : parseFailure(failure);
    return { feed, ...data, lastFailure };
  }

  async #lookAtData(
    feed: string,
  ): Promise<Pick<FeedState, "manifest" | "error">> {
    let text: string | null;
    try {
      text = await readTextIfThere(join(this.folder, `${feed}.json`));
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
  bytes: Uint8Array<ArrayBuffer>,
  { sha256 }: Manifest,
): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toHex() === sha256;
}
