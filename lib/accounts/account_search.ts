import { accountEmailPrefix, accountKey } from "../store/keys.ts";
import type { Store } from "../store/store.ts";
import { type Account, asAccount, canonicalEmail } from "./account.ts";

export interface AccountQuery {
  /** Part of an e-mail address; empty for all accounts. */
  text: string;
  /** The `next` of the previous page. */
  after: string | null;
  limit: number;
}

export interface AccountPage {
  accounts: Account[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** In characters. No e-mail address is longer. */
const MAX_LENGTH = 254;

/**
 * A page of accounts, sorted by e-mail address. Searches the index of addresses,
 * and reads only the accounts of the page.
 *
 * @throws {AppError} 503
 */
export async function searchAccounts(
  store: Store,
  { text, after, limit }: AccountQuery,
): Promise<AccountPage> {
  const part = canonicalEmail(text.trim().slice(0, MAX_LENGTH));
  const found: { email: string; id: string }[] = [];
  const entries = store.list(selectorAfter(after), { batchSize: 500 });
  for await (const { key, value } of entries) {
    const email = key.at(-1);
    if (typeof email !== "string" || typeof value !== "string") continue;
    if (!email.includes(part)) continue;
    found.push({ email, id: value });
    // One more than the limit shows that there is a next page.
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const records = await store.getMany(page.map(({ id }) => accountKey(id)));
  return {
    accounts: records.flatMap(({ value }) => asAccount(value) ?? []),
    next: found.length > limit ? page.at(-1)?.email ?? null : null,
  };
}

function selectorAfter(after: string | null): Deno.KvListSelector {
  const prefix = accountEmailPrefix();
  if (after === null) return { prefix };
  // The first key after it: nothing sorts between a text and the same text with a zero byte.
  return { prefix, start: [...prefix, `${after.slice(0, MAX_LENGTH)}\0`] };
}
