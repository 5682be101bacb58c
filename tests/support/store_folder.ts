/** A store of a test that several processes may share, and members in it. */
import { run } from "./app_process.ts";

const root = new URL("../..", import.meta.url).pathname;

export interface StoreFolder extends AsyncDisposable {
  /** For `DATA_DIR`: below ./data, since that is where the permissions allow writing. */
  dataDir: string;
  /** The file of the store. */
  file: string;
}

/** A folder that is gone when it is disposed of. */
export function storeFolder(): StoreFolder {
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  return {
    dataDir,
    file: `${root}${dataDir}/porthole.kv`,
    [Symbol.asyncDispose]: () =>
      Deno.remove(root + dataDir, { recursive: true }),
  };
}

/** The variables that lead to a store. */
export type StoreVariables = Record<string, string>;

/** Runs a command line on a store. @returns its output, trimmed */
export async function ran(
  args: string[],
  store: StoreVariables,
  input?: string,
): Promise<string> {
  const { code, out, err } = await run(args, store, input);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${err}`);
  return out.trim();
}

/** Makes a member. @returns a token for so many requests a month */
export async function tokenOf(
  email: string,
  quota: number,
  store: StoreVariables,
): Promise<string> {
  await ran(["user", "add", email], store, "correct horse battery\n");
  const tier = ["user", "tier", email, "vip", "--quota", String(quota)];
  await ran(tier, store);
  return await ran(["token", "create", email], store);
}
