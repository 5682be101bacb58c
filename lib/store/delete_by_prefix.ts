import type { Store } from "./store.ts";

/** Deno KV takes up to 1000 mutations in a commit. */
const BATCH_SIZE = 500;

/**
 * Deletes all keys below a prefix, in commits of 500.
 *
 * @throws {AppError} 503; some keys may be deleted by then
 */
export async function deleteByPrefix(
  store: Store,
  prefix: Deno.KvKey,
  isKept: (key: Deno.KvKey) => boolean = () => false,
): Promise<void> {
  let keys: Deno.KvKey[] = [];
  const deleteBatch = async () => {
    const operation = store.atomic();
    for (const key of keys) operation.delete(key);
    keys = [];
    await store.commit(operation);
  };
  const entries = store.list({ prefix }, { batchSize: BATCH_SIZE });
  for await (const { key } of entries) {
    if (isKept(key)) continue;
    keys.push(key);
    if (keys.length === BATCH_SIZE) await deleteBatch();
  }
  if (keys.length > 0) await deleteBatch();
}
