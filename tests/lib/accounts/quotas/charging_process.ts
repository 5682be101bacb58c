import { Quotas } from "../../../../lib/accounts/quotas/quotas.ts";
import { retryLocked, Store } from "../../../../lib/store/store.ts";

/*
 * A process of a test that charges a token all the time:
 * `charging_process.ts FILE HASH CALLERS`. It writes a line for each charge that
 * was granted, before the same caller charges again, and ends with the quota.
 */

const [path, hash, callers] = Deno.args;
const kv = await retryLocked(() => Deno.openKv(path));
// A machine that is busy with other tests must not make it give up.
const limitMs = 30_000;
const store = new Store({ kv, timeoutMs: limitMs });
const quotas = new Quotas({ store, now: Date.now, limitMs });
const line = new TextEncoder().encode("granted\n");

await Promise.all(Array.from({ length: Number(callers) }, async () => {
  while ((await quotas.charge(hash)).isGranted) Deno.stdout.writeSync(line);
}));
await quotas.close();
kv.close();
