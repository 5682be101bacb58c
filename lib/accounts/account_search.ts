import { accountEmailPrefix, accountKey } from "../store/keys.ts";
import type { Store } from "../store/store.ts";
import { allAccounts } from "./account_changes.ts";
import { type Account, asAccount, canonicalEmail } from "./account_record.ts";

export const ACCOUNT_ORDERS = [
  "email",
  "email-desc",
  "newest",
  "oldest",
  "tokens",
] as const;

export type AccountOrder = typeof ACCOUNT_ORDERS[number];

export interface AccountQuery {
  /** Part of an e-mail address; empty for all accounts. */
  text: string;
  /** The `next` of the previous page in the same order. */
  after: string | null;
  limit: number;
  /** Default: by e-mail address. */
  order?: AccountOrder;
}

export interface AccountPage {
  accounts: Account[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** In characters. No e-mail address is longer. */
const MAX_LENGTH = 254;

/** What an account is sorted by, if not by its address: the smallest number first. */
const RANKS: Readonly<
  Partial<Record<AccountOrder, (account: Account) => number>>
> = {
  newest: ({ createdAtMs }) => -createdAtMs,
  oldest: ({ createdAtMs }) => createdAtMs,
  tokens: ({ tokens }) => -tokens.length,
};

/** A page of accounts. @throws {AppError} 503 */
export function searchAccounts(
  store: Store,
  { text, after, limit, order = "email" }: AccountQuery,
): Promise<AccountPage> {
  const query = {
    part: canonicalEmail(text.trim().slice(0, MAX_LENGTH)),
    after: after?.slice(0, MAX_LENGTH) ?? null,
    limit,
  };
  const rankOf = RANKS[order];
  return rankOf
    ? byRank(store, query, rankOf)
    : byEmail(store, query, order === "email-desc");
}

interface ParsedQuery {
  part: string;
  after: string | null;
  limit: number;
}

/** Reads the index of addresses up to the end of the page, and only the accounts of the page. */
async function byEmail(
  store: Store,
  { part, after, limit }: ParsedQuery,
  reverse: boolean,
): Promise<AccountPage> {
  const found: { email: string; id: string }[] = [];
  const entries = store.list(selectorAfter(after, reverse), {
    batchSize: 500,
    reverse,
  });
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

function selectorAfter(
  after: string | null,
  reverse: boolean,
): Deno.KvListSelector {
  const prefix = accountEmailPrefix();
  if (after === null) return { prefix };
  if (reverse) return { prefix, end: [...prefix, after] };
  // The first key after it: nothing sorts between a text and the same text with a zero byte.
  return { prefix, start: [...prefix, `${after}\0`] };
}

/** The position of an account in an order; the cursor of a page is its last one. */
type Position = readonly [rank: number, id: string];

/**
 * Reads every account, but keeps a few pages of them at most. There is no index,
 * because only administrators sort, and the number of accounts is limited.
 */
async function byRank(
  store: Store,
  { part, after, limit }: ParsedQuery,
  rankOf: (account: Account) => number,
): Promise<AccountPage> {
  const start = after === null ? null : positionOf(after);
  let first: { at: Position; account: Account }[] = [];
  const trim = () =>
    first = first.sort((a, b) => compare(a.at, b.at)).slice(0, limit + 1);
  for await (const account of allAccounts(store)) {
    if (!canonicalEmail(account.email).includes(part)) continue;
    const at: Position = [rankOf(account), account.id];
    if (start && compare(at, start) <= 0) continue;
    first.push({ at, account });
    if (first.length > 4 * limit) trim();
  }
  const page = trim().slice(0, limit);
  return {
    accounts: page.map(({ account }) => account),
    next: first.length > limit ? page.at(-1)?.at.join(" ") ?? null : null,
  };
}

function compare([rank, id]: Position, [otherRank, otherId]: Position): number {
  return rank - otherRank || (id < otherId ? -1 : id > otherId ? 1 : 0);
}

/** The position in a cursor; null for a malformed one: the first page. */
function positionOf(cursor: string): Position | null {
  const [, rank, id] = /^(-?\d{1,16}) ([\w-]+)$/.exec(cursor) ?? [];
  return id === undefined ? null : [Number(rank), id];
}
