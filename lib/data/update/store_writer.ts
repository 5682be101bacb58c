import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Compiled, Feed } from "../feeds/feed.ts";
import { removeIfThere, replaceFile } from "./durable_file.ts";
import { networkErrorText } from "./outcome.ts";
import { type FeedStore, LAST_RUN } from "./feed_store.ts";
import type { Failure, Manifest } from "./manifest.ts";

const LOCK = "update.lock";

/** What an update makes; anything else in the folder is not ours to remove. */
const ownFile = /^([a-z0-9-]+)\.(\d+\.[a-z0-9.]+|((failed\.)?json|time)\.tmp)$/;

/** The files of one update of one feed, none of which need exist. */
export interface Draft {
  readonly feed: string;
  /** What all their names begin with. */
  readonly stem: string;
  readonly download: string;
  readonly checksum: string;
  readonly unpacked: string;
  /** The file to be kept; it counts once the manifest names it. */
  readonly target: string;
  readonly file: string;
  readonly format: number;
}

/** Where a draft came from. */
export type Origin = Pick<
  Manifest,
  "url" | "etag" | "lastModified" | "fetchedAt" | "downloadSha256"
>;

/** Changes the store, for as long as it holds the lock. */
export class StoreWriter {
  readonly #store: FeedStore;
  readonly #lock: Deno.FsFile;

  private constructor(store: FeedStore, lock: Deno.FsFile) {
    this.#store = store;
    this.#lock = lock;
  }

  /**
   * Takes the lock that changing the store needs. It ends with the process, so
   * a crash leaves none behind.
   *
   * @returns null while another process, or another part of this one, holds it
   */
  static async open(store: FeedStore): Promise<StoreWriter | null> {
    const lock = await openLock(store.folder);
    try {
      if (await lock.tryLock(true)) return new StoreWriter(store, lock);
    } catch (error) {
      lock.close();
      throw error;
    }
    lock.close();
    return null;
  }

  /** Gives the lock back. The file stays: removing it would let two hold a lock of that name. */
  [Symbol.dispose]() {
    this.#lock.close();
  }

  /** Removes what updates left behind that were killed. */
  async sweep(): Promise<void> {
    const states = await this.#store.states();
    const kept = new Set(states.map(({ manifest }) => manifest?.file));
    // A damaged manifest does not say which file is its own: a person may want to save it.
    const damaged = new Set(
      states.filter(({ manifest, error }) => error && !manifest)
        .map(({ feed }) => feed),
    );
    for await (const { name, isFile } of Deno.readDir(this.#store.folder)) {
      const [, feed] = ownFile.exec(name) ?? [];
      if (!isFile || !feed || kept.has(name) || damaged.has(feed)) continue;
      await removeIfThere(join(this.#store.folder, name));
    }
  }

  /** Names for a new file. They are later than the present one's even where the clock was set back. */
  async draft(feed: Feed, now: number): Promise<Draft> {
    const { manifest } = await this.#store.state(feed.name);
    const present = Number(manifest?.file.split(".")[1] ?? 0);
    const stem = `${feed.name}.${Math.max(now, present + 1)}`;
    const path = (extension: string) =>
      join(this.#store.folder, `${stem}.${extension}`);
    return {
      feed: feed.name,
      stem,
      download: path("download"),
      checksum: path("checksum"),
      unpacked: path("unpacked"),
      target: path(feed.extension),
      file: `${stem}.${feed.extension}`,
      format: feed.format,
    };
  }

  /** Makes a finished draft the data of its feed. */
  async commit(
    draft: Draft,
    origin: Origin,
    { entries, builtAt }: Compiled,
  ): Promise<Manifest> {
    const { manifest: previous } = await this.#store.state(draft.feed);
    const manifest: Manifest = {
      feed: draft.feed,
      file: draft.file,
      format: draft.format,
      ...origin,
      checkedAt: origin.fetchedAt,
      builtAt,
      entries,
      ...await syncedDigest(draft.target),
    };
    await this.#replace(manifest);
    if (previous && previous.file !== draft.file) {
      // The commit stands even where this fails; the next update sweeps.
      await removeIfThere(join(this.#store.folder, previous.file))
        .catch(() => {});
    }
    return manifest;
  }

  /** Notes that there is nothing newer than the present data. */
  async markUnchanged(
    manifest: Manifest,
    seen: Pick<Manifest, "url" | "etag" | "lastModified" | "checkedAt">,
  ): Promise<void> {
    await this.#replace({ ...manifest, ...seen });
  }

  /** Whether the file of a manifest is what was written. */
  async isIntact({ file, sha256 }: Manifest): Promise<boolean> {
    using opened = await Deno.open(join(this.#store.folder, file));
    return (await digestOf(opened)).sha256 === sha256;
  }

  /** Notes that all feeds were asked. */
  async recordRun(now: number): Promise<void> {
    const path = join(this.#store.folder, LAST_RUN);
    await replaceFile(path, new Date(now).toISOString() + "\n");
  }

  /** Keeps the reason of a failure beside the data. */
  async fail(feed: string, failure: Failure): Promise<void> {
    await replaceFile(this.#failurePath(feed), json(failure));
  }

  /** Removes a draft's files, the kept one too where it was not committed. */
  async discard({ feed, file, stem }: Draft): Promise<void> {
    const { manifest } = await this.#store.state(feed);
    const kept = manifest?.file === file ? file : undefined;
    for await (const { name } of Deno.readDir(this.#store.folder)) {
      // Compiling may have left files of its own under this stem.
      if (!name.startsWith(`${stem}.`) || name === kept) continue;
      await removeIfThere(join(this.#store.folder, name));
    }
  }

  async #replace(manifest: Manifest): Promise<void> {
    const path = join(this.#store.folder, `${manifest.feed}.json`);
    await replaceFile(path, json(manifest));
    // The data is in place even where the note of an older failure stays.
    await removeIfThere(this.#failurePath(manifest.feed)).catch(() => {});
  }

  #failurePath(feed: string): string {
    return join(this.#store.folder, `${feed}.failed.json`);
  }
}

function json(value: Manifest | Failure): string {
  return JSON.stringify(value, null, 2) + "\n";
}

/** @throws {Error} in words when there can be none */
async function openLock(folder: string): Promise<Deno.FsFile> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    return await Deno.open(join(folder, LOCK), { write: true, create: true });
  } catch (cause) {
    const why = networkErrorText(cause);
    throw new Error(`Cannot write to ${folder}: ${why}`, { cause });
  }
}

interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

async function syncedDigest(path: string): Promise<Digest> {
  using file = await Deno.open(path, { read: true, write: true });
  // The manifest must not name what the disk may still lose.
  await file.sync();
  return await digestOf(file);
}

/** Of what is left to read of a file. */
async function digestOf(file: Deno.FsFile): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  const buffer = new Uint8Array(1 << 18);
  for (let read; (read = await file.read(buffer)) !== null;) {
    hash.update(buffer.subarray(0, read));
    bytes += read;
  }
  return { bytes, sha256: hash.digest("hex") };
}
