/*
 * All Deno KV keys of the service. Other modules use these builders instead of
 * writing keys themselves, so that no two kinds of record can collide. A prefix is
 * that of all records of a kind.
 */

type Key = Deno.KvKey;

export const counterPrefix = (): Key => ["limits", "counter"];

/** One client's request counter in one bucket. `client` is the limiter's key: an address, a /64, an account. */
export const counterKey = (
  bucket: string,
  client: string,
): Key => ["limits", "counter", bucket, client];

/** Strikes are rate limit windows that a client exceeded. */
export const strikesPrefix = (): Key => ["limits", "strikes"];

export const strikesKey = (
  client: string,
): Key => ["limits", "strikes", client];

/** Automatic bans are those that the limiter added. */
export const automaticBanPrefix = (): Key => ["bans", "automatic"];

export const automaticBanKey = (
  client: string,
): Key => ["bans", "automatic", client];

/** Written in the same commit as every change of a ban, so that other processes can detect it with one read. */
export const banRevisionKey = (): Key => ["bans", "revision"];

export const manualBanPrefix = (): Key => ["bans", "manual"];

export const manualBanKey = (id: string): Key => ["bans", "manual", id];

/** Written with a commit to a remote store, to find out later whether it took effect. */
export const commitMarkKey = (id: string): Key => ["commits", id];

/** Written to find out whether the store can be written. */
export const writeCheckKey = (): Key => ["write check"];

/**
 * A slot of the response cache of one remote source. The number of slots bounds
 * the table; the address is in the value. `serverSet` identifies the configured
 * servers, so that responses of others are not reused.
 */
export const responseCacheKey = (
  serverSet: string,
  source: string,
  slot: number,
): Key => ["answers", serverSet, source, slot];

export const accountPrefix = (): Key => ["accounts", "record"];

/** One account, its API tokens included. */
export const accountKey = (id: string): Key => ["accounts", "record", id];

export const accountCountKey = (): Key => ["accounts", "count"];

export const accountEmailPrefix = (): Key => ["accounts", "email"];

/** The account id of an e-mail address in its canonical form. */
export const accountEmailKey = (
  emailKey: string,
): Key => ["accounts", "email", emailKey];

export const signUpNetworkPrefix = (): Key => ["accounts", "network"];

/** The network that an account signed up from. */
export const signUpNetworkKey = (
  id: string,
): Key => ["accounts", "network", id];

export const sessionPrefix = (
  accountId: string,
): Key => ["sessions", accountId];

/** One session, by the hash of its secret. */
export const sessionKey = (
  accountId: string,
  hash: string,
): Key => ["sessions", accountId, hash];

/** The account id of an API token, by the token's hash. */
export const tokenHashKey = (hash: string): Key => ["tokens", "hash", hash];

/** The account id of an API token, by the token's own id. */
export const tokenIdKey = (id: string): Key => ["tokens", "id", id];

export const tokenUsePrefix = (
  accountId: string,
): Key => ["tokens", "used", accountId];

/** When a token was last used. */
export const tokenUseKey = (
  accountId: string,
  tokenId: string,
): Key => ["tokens", "used", accountId, tokenId];

export const quotaPrefix = (accountId: string): Key => ["quotas", accountId];

/** What one slot of an account has used in a month, `2026-11`. */
export const quotaKey = (
  accountId: string,
  slot: number,
  month: string,
): Key => ["quotas", accountId, slot, month];

/** The secret that the service signs with. */
export const signingSecretKey = (): Key => ["secrets", "signing"];

export const adPrefix = (accountId: string): Key => ["ads", accountId];

/** The ad tickets an account redeemed on a day, `2026-11-21`. */
export const adDayKey = (
  accountId: string,
  day: string,
): Key => ["ads", accountId, day];

export const auditPrefix = (): Key => ["audit"];

/** One audit entry; keys sort by time. */
export const auditKey = (atMs: number, id: string): Key => ["audit", atMs, id];

/** Which fields of the home page guests and members see. */
export const fieldSettingsKey = (): Key => ["settings", "fields"];

/** The last part of a key of `length` parts if it is a string, otherwise null. */
export function lastKeyPart(key: Key, length: number): string | null {
  const last = key.at(-1);
  return key.length === length && typeof last === "string" ? last : null;
}
