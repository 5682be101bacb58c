import { join } from "node:path";
import { withDeadline } from "../core/deadline.ts";
import { banRevisionKey } from "./keys.ts";
import { retryLocked } from "./store.ts";

export interface StoreOptions {
  /** Folder of the KV file; created when missing, readable by its owner only. */
  dataDir: string;
  /** http or https URL of a KV Connect server, used instead of the file. */
  kvUrl?: string;
  /** How long opening may take. */
  openLimitMs?: number;
}

/** Name of the store's file in the data folder. */
export const STORE_FILE = "porthole.kv";

/** What a server says of itself may be a whole page. */
const MAX_REASON_LENGTH = 300;

/**
 * Opens the Deno KV store: `<dataDir>/porthole.kv`, or the KV Connect server at `kvUrl`.
 *
 * A remote store also needs `DENO_KV_ACCESS_TOKEN` in the environment; Deno reads
 * it itself. Over plain http, Deno speaks HTTP/2 without asking.
 *
 * @throws {Error} a sentence for the operator, with the fault as its cause.
 */
export async function openStore(
  { dataDir, kvUrl, openLimitMs = 10_000 }: StoreOptions,
): Promise<Deno.Kv> {
  const place = kvUrl ?? join(dataDir, STORE_FILE);
  try {
    if (kvUrl === undefined) {
      // Sessions, tokens and addresses lie in this folder: nobody else's business on a shared machine.
      await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
      // SQLite takes the umask for a file that it makes, and this one's mode for those beside it.
      const options = { append: true, create: true, mode: 0o600 };
      (await Deno.open(place, options)).close();
    } else if (!/^https?:\/\//.test(kvUrl)) {
      // Deno would take any other text for a file name and open an empty store.
      throw new Error("not an http or https URL");
    }
    return await withDeadline(
      openLimitMs,
      (signal) => retryLocked(() => openAndRead(place, signal)),
    );
  } catch (cause) {
    throw new Error(`Cannot open the KV store ${place}: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}

/** A server that tells where its data is need not be able to read it: Deno would try for ever. */
async function openAndRead(
  place: string,
  signal: AbortSignal,
): Promise<Deno.Kv> {
  const kv = await Deno.openKv(place);
  const given = Promise.withResolvers<never>();
  const giveUp = () => given.reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([kv.get(banRevisionKey()), given.promise]);
    return kv;
  } catch (error) {
    kv.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

function reasonOf(fault: unknown): string {
  const said = fault instanceof Error ? fault.message : String(fault);
  const reason = said.replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/^Could not open Deno KV database: /, "");
  if (reason.startsWith("Missing DENO_KV_ACCESS_TOKEN ")) {
    return "DENO_KV_ACCESS_TOKEN, the token of that server, is not set";
  }
  const refused =
    /^(?:the metadata endpoint at|KV Connect failed to call) '[^']*' (?:responded with )?\(?status[ =](401|403)\b/
      .exec(reason);
  if (refused) {
    return `the server refuses the token in DENO_KV_ACCESS_TOKEN (status ${
      refused[1]
    })`;
  }
  return reason.length > MAX_REASON_LENGTH
    ? `${reason.slice(0, MAX_REASON_LENGTH)}…`
    : reason.replace(/[. ]+$/, "");
}
