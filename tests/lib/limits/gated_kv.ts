import { type BucketLimits, BUCKETS } from "../../../lib/limits/bucket.ts";
import { Audit } from "../../../lib/store/audit.ts";
import { Store } from "../../../lib/store/store.ts";
import { testIn } from "../../support/test_with.ts";
import { tempFolder } from "../../support/temp_folder.ts";

/** When the clocks of these tests start. */
export const startMs = 1_700_000_000_000;
export const admin = { name: "admin@example.net", accountId: "1" };

/**
 * A real KV whose reads and commits first wait for `gate`, to delay them,
 * reorder them, or make them fail.
 */
export function gatedKv(kv: Deno.Kv, gate: () => Promise<void>): Deno.Kv {
  const gated: Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic"> = {
    get: (key, options) => gate().then(() => kv.get(key, options)),
    getMany: (keys, options) => gate().then(() => kv.getMany(keys, options)),
    list: (selector, options) => kv.list(selector, options),
    atomic: () => {
      const operation = kv.atomic();
      const commit = operation.commit.bind(operation);
      operation.commit = () => gate().then(commit);
      return operation;
    },
  };
  return gated as Deno.Kv;
}

/** A KV whose reads and commits fail with `fault.error` while there is one. */
export function failingKv(kv: Deno.Kv) {
  const fault: { error: Error | null } = { error: null };
  const gate = () =>
    fault.error ? Promise.reject(fault.error) : Promise.resolve();
  return { failing: gatedKv(kv, gate), fault };
}

/** Runs a test with a KV in memory. */
export async function withKv(test: (kv: Deno.Kv) => Promise<void>) {
  using kv = await Deno.openKv(":memory:");
  await test(kv);
}

export const test = testIn(withKv);

/** Runs a test with the path of a temporary KV file. */
export async function withKvFile(test: (path: string) => Promise<void>) {
  await using temporary = await tempFolder();
  await test(`${temporary.path}/test.kv`);
}

/** Runs a test with two handles of a temporary KV file. */
export function withTwoHandles(test: (kvs: Deno.Kv[]) => Promise<void>) {
  return withKvFile(async (path) => {
    using one = await Deno.openKv(path);
    using other = await Deno.openKv(path);
    await test([one, other]);
  });
}

/** The audit log, newest first. */
export async function auditOf(kv: Deno.Kv) {
  const store = new Store({ kv, timeoutMs: 60_000 });
  const audit = new Audit({ store, now: () => startMs });
  return (await audit.list({ before: null, limit: 100 })).entries;
}

/** Rate limits of `limit` for every bucket. */
export function everyBucket(limit: number): BucketLimits {
  const limits = BUCKETS.map((bucket) => [bucket, limit]);
  return Object.fromEntries(limits) as BucketLimits;
}
