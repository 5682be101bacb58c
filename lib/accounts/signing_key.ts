import { signingKeyKey } from "../store/keys.ts";
import type { Store } from "../store/store.ts";

const KEY_BYTES = 32;

/**
 * The key that all processes of a store sign with, 32 bytes; the first that asks makes it.
 *
 * @throws {AppError} 503
 */
export function openSigningKey(
  store: Store,
  random: (bytes: number) => Uint8Array,
): Promise<Uint8Array> {
  return store.transact(async () => {
    const entry = await store.get(signingKeyKey());
    const operation = store.atomic().check(entry);
    if (isKey(entry.value)) return { operation, result: entry.value };
    // What was signed with a key that is lost is void; that is all it costs.
    const key = random(KEY_BYTES);
    operation.set(entry.key, key);
    return { operation, result: key };
  });
}

function isKey(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === KEY_BYTES;
}
