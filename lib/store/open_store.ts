import { join } from "node:path";
import { withDeadline } from "../core/deadline.ts";
import { banRevisionKey } from "./keys.ts";
import { retryLocked } from "./store.ts";

export interface OpenStoreOptions {
  /** Folder of the KV file; created if missing, accessible to its owner only. */
  dataDir: string;
  /** http or https URL of a KV Connect server, used instead of the file. */
  kvUrl?: string;
  /** Whether to use Deno Deploy's own database instead of the file. */
  isOnDeploy?: boolean;
  /** Timeout of opening the store. */
  openTimeoutMs?: number;
}

/** Name of the KV file in the data folder. */
export const STORE_FILE = "porthole.kv";

/** Limited, because a server's error can be a whole page. */
const MAX_REASON_LENGTH = 300;

/**
 * Opens the Deno KV store: `<dataDir>/porthole.kv`, the KV Connect server at
 * `kvUrl`, or Deno Deploy's own.
 *
 * A remote store also needs `DENO_KV_ACCESS_TOKEN` in the environment; Deno reads
 * it itself. Over plain http, Deno uses HTTP/2 without negotiation.
 *
 * @throws {Error} a message for the operator, with the original error as its cause
 */
export async function openStore(
  { dataDir, kvUrl, isOnDeploy = false, openTimeoutMs = 10_000 }:
    OpenStoreOptions,
): Promise<Deno.Kv> {
  const file = join(dataDir, STORE_FILE);
  const place = kvUrl ?? (isOnDeploy ? undefined : file);
  try {
    if (place === file) {
      // The folder contains sessions, tokens and addresses, which other users of the machine must not read.
      await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
      // SQLite would create the file with the umask's mode. It copies the mode to its related files.
      const options = { append: true, create: true, mode: 0o600 };
      (await Deno.open(file, options)).close();
    } else if (place !== undefined && !/^https?:\/\//.test(place)) {
      // Deno would read any other text as a file name and open an empty store.
      throw new Error("not an http or https URL");
    }
    return await withDeadline(
      openTimeoutMs,
      (signal) => retryLocked(() => openAndRead(place, signal)),
    );
  } catch (cause) {
    throw new Error(
      `Cannot open the KV store ${place ?? "of Deno Deploy"}: ${
        operatorMessage(cause)
      }.`,
      {
        cause,
      },
    );
  }
}

/** Whether the store is on another machine. */
export function isRemoteStore(
  { kvUrl, isOnDeploy = false }: Pick<OpenStoreOptions, "kvUrl" | "isOnDeploy">,
): boolean {
  return kvUrl !== undefined || isOnDeploy;
}

/** Opens the store and reads once: if a server has metadata but cannot read, Deno would retry for ever. */
async function openAndRead(
  place: string | undefined,
  signal: AbortSignal,
): Promise<Deno.Kv> {
  const kv = await Deno.openKv(place);
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([kv.get(banRevisionKey()), aborted.promise]);
    return kv;
  } catch (error) {
    kv.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function operatorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/[\s\p{Cc}]+/gu, " ")
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
