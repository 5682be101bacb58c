import { join } from "node:path";
import { writeBackup } from "../../../../lib/app/backup/write_backup.ts";
import { restoreBackup } from "../../../../lib/app/backup/restore_backup.ts";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

export const DATABASES = ["porthole.kv", "dns_index.db"];

/** An archive of a data folder, and the messages about it. */
export async function archiveOf(dataDir: string) {
  const messages: string[] = [];
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const [members, bytes] = await Promise.all([
    writeBackup({
      dataDir,
      version: "1.2.3",
      databases: DATABASES,
      feeds: new FeedStore(join(dataDir, "data")),
      now: () => Date.UTC(2026, 10, 21, 12),
      leftOut: (sentence) => messages.push(sentence),
    }, writable),
    new Response(readable as ReadableStream<Uint8Array<ArrayBuffer>>).bytes(),
  ]);
  return { members, bytes, messages };
}

export function restoreTo(
  dataDir: string,
  bytes: Uint8Array<ArrayBuffer>,
  force = false,
) {
  return restoreBackup(
    { dataDir, databases: DATABASES, force },
    new Blob([bytes]).stream(),
  );
}

/** The paths of all files in a folder, relative to it. */
export function namesIn(folder: string): string[] {
  const names: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (!isDirectory) names.push(name);
    else {
      names.push(...namesIn(join(folder, name)).map((n) => `${name}/${n}`));
    }
  }
  return names.sort();
}

export async function withStore() {
  const folder = await tempFolder();
  const kv = await Deno.openKv(join(folder.path, "porthole.kv"));
  for (let i = 0; i < 100; i++) await kv.set(["entry", i], { value: i });
  return {
    path: folder.path,
    kv,
    async [Symbol.asyncDispose]() {
      kv.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export async function entriesOf(dataDir: string): Promise<unknown[]> {
  using kv = await Deno.openKv(join(dataDir, "porthole.kv"));
  const entries = await Array.fromAsync(kv.list({ prefix: ["entry"] }));
  return entries.map(({ value }) => value);
}

export const hundred = Array.from({ length: 100 }, (_, value) => ({ value }));
