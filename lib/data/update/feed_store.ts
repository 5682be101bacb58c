import { join } from "node:path";
import { readIfThere, readTextIfThere } from "./durable_file.ts";
import {
  type Failure,
  feedName,
  type Manifest,
  parseFailure,
  parseManifest,
} from "./manifest.ts";
import type { StoreWriter } from "./store_writer.ts";

/** A feed as it stands on disk. */
export interface FeedState {
  readonly feed: string;
  /** null when there is no data, or a fault in its manifest. */
  readonly manifest: Manifest | null;
  /** The last update that failed, null once one succeeds. */
  readonly lastFailure: Failure | null;
  /** Why the data cannot be used, in words. */
  readonly fault: string | null;
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
 */
export class FeedStore {
  /** @param folder is made by the first update; a missing one is empty */
  constructor(readonly folder: string) {}

  /** The manifests of all data there is, by name; damaged ones are told by `states`. */
  async read(): Promise<Manifest[]> {
    const states = await this.states();
    return states.flatMap(({ manifest }) => manifest ?? []);
  }

  /** All feeds that have data or failed, by name. */
  async states(): Promise<FeedState[]> {
    const names = new Set<string>();
    try {
      for await (const { name } of Deno.readDir(this.folder)) {
        const [feed, end] = name.split(/(?=(?:\.failed)?\.json$)/);
        if (end && feedName.safeParse(feed).success) names.add(feed);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return await Promise.all([...names].sort().map((name) => this.state(name)));
  }

  async state(feed: string): Promise<FeedState> {
    const state = await this.#look(feed);
    // An update may have swapped the file between reading manifest and file.
    return state.fault === null ? state : await this.#look(feed);
  }

  /** When a feed was last asked with success, in milliseconds since the epoch; null for never. */
  async lastCheckedAt(): Promise<number | null> {
    const times = (await this.read()).map(({ checkedAt }) => checkedAt);
    return times.length === 0 ? null : Math.max(...times);
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
      const { manifest, fault } = await this.state(feed);
      if (fault !== null) throw cannot(fault);
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

  /**
   * Takes the lock that changing the store needs. It ends with the process, so
   * a crash leaves none behind.
   *
   * @returns null while another process, or another part of this one, holds it
   */
  async lock(): Promise<StoreWriter | null> {
    const { StoreWriter } = await import("./store_writer.ts");
    return await StoreWriter.open(this);
  }

  async #look(feed: string): Promise<FeedState> {
    const [text, failure] = await Promise.all([
      readTextIfThere(join(this.folder, `${feed}.json`)),
      readTextIfThere(join(this.folder, `${feed}.failed.json`)),
    ]);
    const manifest = text === null ? null : parseManifest(feed, text);
    const fault = text === null
      ? null
      : manifest === null
      ? "its manifest is damaged"
      : await this.#faultOf(manifest);
    const lastFailure = failure === null ? null : parseFailure(failure);
    return { feed, manifest, lastFailure, fault };
  }

  async #faultOf({ file, bytes }: Manifest): Promise<string | null> {
    try {
      const { size } = await Deno.stat(join(this.folder, file));
      return size === bytes
        ? null
        : `${file} has ${size} bytes instead of ${bytes}`;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return `${file} is missing`;
      throw error;
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
