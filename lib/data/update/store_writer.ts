import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Compiled, Feed } from "../feeds/feed.ts";
import { removeIfExists, replaceFile } from "./durable_file.ts";
import { networkErrorText } from "./outcome.ts";
import type { Failure, FeedStore, Manifest } from "./feed_store.ts";

const LOCK = "update.lock";

/** Files that updates create. Other files in the folder are never removed. */
const updateFile = /^([a-z0-9-]+)\.(\d+\.[a-z0-9.]+|(failed\.)?json\.tmp)$/;

/** Paths of the files of one update of one feed. The files need not exist. */
export interface Draft {
  readonly feed: Feed;
  /** Prefix of all file names. */
  readonly stem: string;
  readonly download: string;
  readonly checksum: string;
  readonly unpacked: string;
  /** Path of the file to store. It takes effect once the manifest names it. */
  readonly target: string;
  /** Name of that file. */
  readonly file: string;
}

export type Origin = Pick<
  Manifest,
  "url" | "etag" | "lastModified" | "fetchedAt" | "downloadSha256"
>;

/** Writes to the store while it holds the lock. */
export class StoreWriter {
  private constructor(
    private readonly store: FeedStore,
    private readonly lock: Deno.FsFile,
  ) {}

  /**
   * Acquires the store's write lock. The system releases it at the end of the
   * process, also after a crash.
   *
   * @returns null if the lock is held by another process or another writer
   * @throws {Error} with a message for the operator, if the folder is not writable
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

  /** Releases the lock. The lock file stays: if it were removed, two writers could lock different files of that name. */
  [Symbol.dispose]() {
    // A process that is just being started holds a copy of the handle for a moment, and closing alone would not release the lock before.
    this.lock.unlockSync();
    this.lock.close();
  }

  /** Removes the files that killed updates left behind. */
  async removeLeftovers(): Promise<void> {
    const states = await this.store.states();
    const keptFiles = new Set(states.map(({ manifest }) => manifest?.file));
    // A damaged manifest does not name its file, and the operator may want to recover it.
    const damaged = new Set(
      states.filter(({ manifest, error }) => error && !manifest)
        .map(({ feed }) => feed),
    );
    for await (const { name, isFile } of Deno.readDir(this.store.folder)) {
      const [, feed] = updateFile.exec(name) ?? [];
      if (!isFile || !feed || keptFiles.has(name) || damaged.has(feed)) {
        continue;
      }
      await removeIfExists(join(this.store.folder, name));
    }
  }

  /** Names for a new file. They sort after the current ones, even if the clock was set back. */
  async draft(feed: Feed, now: number): Promise<Draft> {
    const { manifest } = await this.store.state(feed.name);
    const current = Number(manifest?.file.split(".")[1] ?? 0);
    const stem = `${feed.name}.${Math.max(now, current + 1)}`;
    const path = (extension: string) =>
      join(this.store.folder, `${stem}.${extension}`);
    return {
      feed,
      stem,
      download: path("download"),
      checksum: path("checksum"),
      unpacked: path("unpacked"),
      target: path(feed.extension),
      file: `${stem}.${feed.extension}`,
    };
  }

  async commit(
    draft: Draft,
    origin: Origin,
    { entries, builtAt }: Compiled,
  ): Promise<Manifest> {
    const { manifest: previous } = await this.store.state(draft.feed.name);
    const manifest: Manifest = {
      feed: draft.feed.name,
      file: draft.file,
      format: draft.feed.format,
      ...origin,
      checkedAt: origin.fetchedAt,
      builtAt,
      entries,
      ...await syncedDigest(draft.target),
    };
    await this.record(manifest);
    if (previous && previous.file !== draft.file) {
      // The commit is complete even if this fails; the next update removes leftovers.
      await removeIfExists(join(this.store.folder, previous.file))
        .catch(() => {});
    }
    return manifest;
  }

  /** Replaces the manifest of a feed, and removes the record of its last failure. */
  async record(manifest: Manifest): Promise<void> {
    const path = join(this.store.folder, `${manifest.feed}.json`);
    await replaceFile(path, json(manifest));
    // The data is committed even if the record of an older failure stays.
    await removeIfExists(this.#failurePath(manifest.feed)).catch(() => {});
  }

  /** Whether the SHA-256 of a stored file matches its manifest. @throws {Error} if the file cannot be read */
  async isIntact({ file, sha256 }: Manifest): Promise<boolean> {
    using opened = await Deno.open(join(this.store.folder, file));
    return (await digestOf(opened)).sha256 === sha256;
  }

  /** Records why an update failed. The data is unchanged. */
  async recordFailure(feed: string, failure: Failure): Promise<void> {
    await replaceFile(this.#failurePath(feed), json(failure));
  }

  /** Removes a draft's files, including the one to store if it was not committed. */
  async discard({ feed, file, stem }: Draft): Promise<void> {
    const { manifest } = await this.store.state(feed.name);
    const committed = manifest?.file === file ? file : undefined;
    for await (const { name } of Deno.readDir(this.store.folder)) {
      // Compiling may have left other files with this prefix.
      if (!name.startsWith(`${stem}.`) || name === committed) continue;
      await removeIfExists(join(this.store.folder, name));
    }
  }

  #failurePath(feed: string): string {
    return join(this.store.folder, `${feed}.failed.json`);
  }
}

function json(value: Manifest | Failure): string {
  return JSON.stringify(value, null, 2) + "\n";
}

/** @throws {Error} with a message for the operator */
async function openLock(folder: string): Promise<Deno.FsFile> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    return await Deno.open(join(folder, LOCK), { write: true, create: true });
  } catch (cause) {
    const why = networkErrorText(cause);
    throw new Error(`Cannot write to ${folder}: ${why}`, { cause });
  }
}

type Digest = Pick<Manifest, "bytes" | "sha256">;

async function syncedDigest(path: string): Promise<Digest> {
  using file = await Deno.open(path, { read: true, write: true });
  // The manifest must not name a file that a power failure could still lose.
  await file.sync();
  return await digestOf(file);
}

/** The length and digest of the rest of a file. */
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
