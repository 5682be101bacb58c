/** A store that several processes can share, and members in it. */
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { parseEmail } from "../../lib/accounts/account_record.ts";
import { readConfig } from "../../lib/app/config.ts";
import { openAccounts } from "../../lib/app/services/accounts.ts";
import { COMMAND_LINE } from "../../lib/store/audit.ts";
import { PASSWORD } from "./members.ts";

const root = new URL("../..", import.meta.url).pathname;

export interface StoreFolder extends AsyncDisposable {
  /** For `DATA_DIR`: below ./data, where the permissions allow writing. */
  dataDir: string;
  /** The file of the store. */
  file: string;
}

/** A folder that is removed when it is disposed of. */
export function storeFolder(): StoreFolder {
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  return {
    dataDir,
    file: `${root}${dataDir}/porthole.kv`,
    [Symbol.asyncDispose]: () =>
      Deno.remove(root + dataDir, { recursive: true }),
  };
}

/** The `DATA_DIR` and `KV_URL` of a server. */
export interface StorePlace {
  DATA_DIR: string;
  KV_URL?: string;
}

export interface StoredMember {
  isAdmin?: boolean;
  /** Requests a month of a vip's token; without it the account is free. */
  quota?: number;
}

/**
 * Creates a member with the password `PASSWORD`, before a server starts or while it
 * runs. @returns a token
 */
export async function tokenOf(
  address: string,
  { DATA_DIR, KV_URL }: StorePlace,
  { isAdmin = false, quota }: StoredMember = {},
): Promise<string> {
  const email = parseEmail(address);
  assert(email);
  const place = { DATA_DIR: resolve(root, DATA_DIR), KV_URL };
  const { accounts, tokens, close } = await openAccounts({
    config: readConfig((name) => place[name as keyof StorePlace]),
    dataRoot: new URL("../../_data/", import.meta.url),
  });
  try {
    const { id } = await accounts.create({
      email,
      password: PASSWORD,
      isAdmin,
    });
    if (quota) await accounts.setTier(id, "vip", quota, COMMAND_LINE);
    return (await tokens.create(id, { name: "test", replaces: null })).text;
  } finally {
    close();
  }
}
