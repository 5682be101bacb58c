import { isRemoteStore, openStore } from "../store/open_store.ts";
import { Store } from "../store/store.ts";
import type { AccountDeps } from "./account_changes.ts";
import { Accounts } from "./accounts.ts";
import { PasswordHasher } from "./sign_in/password.ts";
import { Tokens } from "./tokens/tokens.ts";

interface OpenAccountsOptions {
  /** As for `openStore`. */
  dataDir: string;
  kvUrl?: string;
  isOnDeploy?: boolean;
}

/** The accounts of a store, opened without a server. */
export interface OpenedAccounts {
  accounts: Accounts;
  tokens: Tokens;
  /** For other records of the store. */
  deps: AccountDeps;
  close(): void;
}

/**
 * Opens the store for the command line, even while a server uses it.
 *
 * @throws {Error} with a sentence for the operator if it cannot be opened
 */
export async function openAccounts(
  { dataDir, kvUrl, isOnDeploy }: OpenAccountsOptions,
): Promise<OpenedAccounts> {
  const now = Date.now;
  const random = (bytes: number) =>
    crypto.getRandomValues(new Uint8Array(bytes));
  const kv = await openStore({ dataDir, kvUrl, isOnDeploy });
  // Longer than in a server: no browser is waiting, and a server may hold the lock of the file.
  const store = new Store({
    kv,
    isRemote: isRemoteStore({ kvUrl, isOnDeploy }),
    timeoutMs: 10_000,
  });
  const hasher = new PasswordHasher({ random, now });
  const accounts = new Accounts({ store, hasher, now, random });
  const deps = { store, now, random };
  const tokens = new Tokens(deps);
  return { accounts, tokens, deps, close: () => kv.close() };
}
