import { openStore } from "../store/open_store.ts";
import { Store } from "../store/store.ts";
import type { AccountDeps } from "./account_changes.ts";
import { Accounts } from "./accounts.ts";
import { PasswordHasher } from "./sign_in/password.ts";
import { Tokens } from "./tokens/tokens.ts";

export interface OpenAccountsOptions {
  /** As for `openStore`. */
  dataDir: string;
  kvUrl?: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Bytes that nobody can guess. */
  random?: (bytes: number) => Uint8Array;
}

/** The accounts of a store, without anything else of a server. */
export interface OpenedAccounts {
  accounts: Accounts;
  tokens: Tokens;
  /** For what else is kept in the store. */
  deps: AccountDeps;
  close(): void;
}

/**
 * Opens the store that a server uses, beside it.
 *
 * @throws {Error} a sentence for the operator where it cannot be opened
 */
export async function openAccounts(
  {
    dataDir,
    kvUrl,
    now = Date.now,
    random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  }: OpenAccountsOptions,
): Promise<OpenedAccounts> {
  const kv = await openStore({ dataDir, kvUrl });
  // Nobody waits for an answer here as a browser does, and the file may be locked by a server.
  const store = new Store({ kv, timeoutMs: 10_000 });
  const hasher = new PasswordHasher({ random });
  const accounts = new Accounts({ store, hasher, now, random });
  const deps = { store, now, random };
  const tokens = new Tokens(deps);
  return { accounts, tokens, deps, close: () => kv.close() };
}
