import type { Store } from "./store.ts";

/** Deno KV takes up to 1000 mutations in a commit. */
const SWEEP_SIZE = 500;

/**
 * Deletes everything below a prefix, in commits of 500.
 *
 * @throws {AppError} 503; some may be gone then
 */
export async function sweep(
  store: Store,
  prefix: Deno.KvKey,
  isKept: (key: Deno.KvKey) => boolean = () => false,
): Promise<void> {
  let keys: Deno.KvKey[] = [];
  const deleteThem = async () => {
    const operation = store.atomic();
    for (const key of keys) operation.delete(key);
    keys = [];
    await store.commit(operation);
  };
  const entries = store.list({ prefix }, { batchSize: SWEEP_SIZE });
  for await (const { key } of entries) {
    if (isKept(key)) continue;
    keys.push(key);
    if (keys.length === SWEEP_SIZE) await deleteThem();
  }
  if (keys.length > 0) await deleteThem();
}
