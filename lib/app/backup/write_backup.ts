import { messageOf } from "../../core/errors.ts";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createTarPacker } from "modern-tar";
import { isDatabaseDamaged, STORE_FILE } from "../../store/open_store.ts";
import type { FeedStore } from "../../data/update/feed_store.ts";
import { parseJson } from "../../core/json.ts";
import * as z from "zod";
import { backup, DatabaseSync } from "node:sqlite";

/** Increase it if older versions could not restore the archive. */
const FORMAT = 1;

/** The archive's last member. A truncated archive lacks it. */
export const CONTENTS = "backup.json";

/**
 * Names in an archive become paths in the data folder, so `..` and absolute
 * paths are not allowed.
 */
export const memberName = z.string().max(200).regex(
  /^(?:data\/)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/,
);

const schema = z.object({
  format: z.literal(FORMAT),
  /** The version of the program that wrote the backup. */
  version: z.string(),
  /** ISO 8601. */
  made_at: z.iso.datetime(),
  files: z.array(z.object({
    name: memberName,
    bytes: z.int().nonnegative(),
    sha256: z.hex().length(64),
  })),
});

/** The contents of an archive. */
export type Contents = z.infer<typeof schema>;
export type Member = Contents["files"][number];

export function contentsText(contents: Omit<Contents, "format">): string {
  return JSON.stringify({ format: FORMAT, ...contents }, null, 2) + "\n";
}

/** Why an archive cannot be restored, for the operator. */
export class BackupError extends Error {}

/**
 * Parses a table of contents.
 *
 * @throws {BackupError} if it is malformed, or of a newer version
 */
export function parseContents(text: string): Contents {
  const value = parseJson(text);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { data } = z.object({ format: z.int() }).safeParse(value);
  throw new BackupError(
    data && data.format > FORMAT
      ? "The backup was written by a newer version of this program."
      : `The backup's ${CONTENTS} cannot be read.`,
  );
}

/**
 * All pages in one step: a copy in several steps restarts at every write in
 * between.
 */
const ALL_PAGES = 0x7fff_ffff;

/** Another process may hold the file while it writes a batch. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies an SQLite database consistently while others write to it. The copy is
 * a single file, without a log.
 *
 * @throws {Error} of SQLite
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  await backup(source, to, { rate: ALL_PAGES });
}

/**
 * Whether another process has a database open. Does not change the data. False
 * for a damaged file.
 */
export function isDatabaseInUse(path: string): boolean {
  using db = new DatabaseSync(path);
  try {
    // SQLite permits this only to the sole connection.
    db.exec("PRAGMA journal_mode = DELETE");
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes("locked");
  }
}

interface BackupDeps {
  dataDir: string;
  version: string;
  /** Names of SQLite databases in the data folder. */
  databases: readonly string[];
  feeds: Pick<FeedStore, "manifests" | "open">;
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
