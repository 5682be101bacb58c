import { messageOf } from "../../core/errors.ts";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createTarPacker } from "modern-tar";
import { isDatabaseDamaged, STORE_FILE } from "../../store/open_store.ts";
import type { FeedStore } from "../../data/update/feed_store.ts";
import {
  CONTENTS,
  contentsText,
  copyDatabase,
  type Member,
} from "./backup_files.ts";

interface BackupDeps {
  dataDir: string;
  /** The program's version. */
  version: string;
  /** Names of SQLite databases in the data folder. */
  databases: readonly string[];
  /** The downloaded data. */
  feeds: Pick<FeedStore, "manifests" | "open">;
  /** Milliseconds since the epoch. */
  now: () => number;
  /**
   * Called with a message for each file that cannot be read and is left out.
   */
  leftOut: (sentence: string) => void;
}

/**
 * Writes the contents of a data folder to an archive while the server runs: a
 * consistent copy of each database, and the downloaded data.
 *
 * @returns what the archive contains
 * @throws {Error} for the operator if there is nothing to back up
 */
export async function writeBackup(
  deps: BackupDeps,
  to: WritableStream<Uint8Array>,
): Promise<Member[]> {
  const { dataDir, databases, leftOut } = deps;
  const present = databases.filter((name) => existsSync(join(dataDir, name)));
  const feeds = await deps.feeds.manifests();
  if (present.length + feeds.length === 0) {
    throw new Error(`There is nothing to back up in ${dataDir}.`);
  }
  // In the same folder, which is on the same disk and not readable by others.
  const staging = await Deno.makeTempDir({ dir: dataDir, prefix: "backup-" });
  const { readable, controller } = createTarPacker();
  try {
    const packing = async () => {
      const archive = new Archive(controller, new Date(deps.now()));
      for (const name of present) {
        const copy = join(staging, name);
        await copyDatabase(join(dataDir, name), copy);
        if (await isDatabaseDamaged(copy)) {
          const sentence = `${join(dataDir, name)} is damaged.`;
          // An earlier backup of the store must not be replaced by this one.
          if (name === STORE_FILE) throw new Error(sentence);
          leftOut(sentence);
          continue;
        }
        using file = await Deno.open(copy);
        await archive.add(name, (await file.stat()).size, file.readable);
        await Deno.remove(copy);
      }
      for (const { feed } of feeds) await addFeed(archive, feed, deps);
      await archive.end(deps);
      return archive.members;
    };
    const [members] = await Promise.all([packing(), readable.pipeTo(to)]);
    return members;
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}

async function addFeed(
  archive: Archive,
  feed: string,
  { feeds, leftOut }: BackupDeps,
): Promise<void> {
  let opened: Awaited<ReturnType<typeof feeds.open>>;
  try {
    opened = await feeds.open(feed);
  } catch (error) {
    // It can be downloaded again, so the backup is useful without it.
    leftOut(messageOf(error));
    return;
  }
  const { manifest, bytes } = opened;
  await archive.addBytes(`data/${manifest.file}`, bytes);
  const text = JSON.stringify(manifest, null, 2) + "\n";
  await archive.addBytes(`data/${feed}.json`, new TextEncoder().encode(text));
}

/** An archive that is being written, and its members so far. */
class Archive {
  readonly members: Member[] = [];

  constructor(
    private readonly controller: ReturnType<
      typeof createTarPacker
    >["controller"],
    private readonly mtime: Date,
  ) {}

  async add(
    name: string,
    bytes: number,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const hash = createHash("sha256");
    const header = { name, size: bytes, mode: 0o600, mtime: this.mtime };
    const writer = this.controller.add(header).getWriter();
    for await (const chunk of chunks) {
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    this.members.push({ name, bytes, sha256: hash.digest("hex") });
  }

  addBytes(name: string, bytes: Uint8Array): Promise<void> {
    return this.add(name, bytes.length, ReadableStream.from([bytes]));
  }

  /** Writes the table of contents, with a checksum of each member. */
  async end({ version }: BackupDeps): Promise<void> {
    const files = [...this.members];
    const made_at = this.mtime.toISOString();
    const text = contentsText({ version, made_at, files });
    await this.addBytes(CONTENTS, new TextEncoder().encode(text));
    this.members.pop();
    this.controller.finalize();
  }
}
