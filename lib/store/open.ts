import { join } from "node:path";
import { withDeadline } from "../async/deadline.ts";
import { retryLocked } from "./retry_locked.ts";

export interface StoreOptions {
  /** Folder of the KV file; created when missing, readable by its owner only. */
  dataDir: string;
  /** http or https URL of a KV Connect server, used instead of the file. */
  kvUrl?: string;
  /** How long opening may take. */
  openLimitMs?: number;
}

/**
 * Opens the Deno KV store: `<dataDir>/porthole.kv`, or the KV Connect server at `kvUrl`.
 *
 * A remote store also needs `DENO_KV_ACCESS_TOKEN` in the environment; Deno reads it itself.
 *
 * @throws {Error} a sentence for the operator, with the fault as its cause.
 */
export async function openStore(
  { dataDir, kvUrl, openLimitMs = 10_000 }: StoreOptions,
): Promise<Deno.Kv> {
  const place = kvUrl ?? join(dataDir, "porthole.kv");
  try {
    if (kvUrl === undefined) {
      // Sessions, tokens and addresses lie in this folder: nobody else's business on a shared machine.
      await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
    } else if (!/^https?:\/\//.test(kvUrl)) {
      // Deno would take any other text for a file name and open an empty store.
      throw new Error("not an http or https URL");
    }
    const opening = retryLocked(() => Deno.openKv(place));
    return await withDeadline(openLimitMs, () => opening).catch((cause) => {
      opening.then((kv) => kv.close(), () => {});
      throw cause;
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot open the KV store ${place}: ${reason}.`, { cause });
  }
}
