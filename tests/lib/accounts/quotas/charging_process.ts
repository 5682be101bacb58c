import { Quotas } from "../../../../lib/accounts/quotas/quotas.ts";
import { retryLocked, Store } from "../../../../lib/store/store.ts";

/*
 * A process of a test that charges a token all the time:
 * `charging_process.ts FILE HASH CALLERS MOST`. Each caller charges batches of the
 * same size, from 1 to MOST. It writes a line for each request that was granted,
 * before it charges again, and ends when the quota is too small for it.
 */

const [path, hash, callers, most] = Deno.args;
const kv = await retryLocked(() => Deno.openKv(path));
// A machine that is busy with other tests must not make it give up.
const limitMs = 30_000;
const store = new Store({ kv, timeoutMs: limitMs });
const quotas = new Quotas({ store, now: Date.now, limitMs });

await Promise.all(Array.from({ length: Number(callers) }, async (_, i) => {
  const count = i % Number(most) + 1;
  const lines = new TextEncoder().encode("granted\n".repeat(count));
  while ((await quotas.charge(hash, count)).isGranted) {
    Deno.stdout.writeSync(lines);
  }
}));
await quotas.close();
kv.close();
