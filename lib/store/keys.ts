/*
 * All Deno KV keys of the service. Other modules use these builders instead of
 * writing keys themselves, so that no two kinds of record can collide.
 */

/** Prefix of all request counters. */
export function counterPrefix(): Deno.KvKey {
  return ["limits", "counter"];
}

/** One client's request counter in one bucket. `client` is the limiter's key: an address, a /64, an account. */
export function counterKey(bucket: string, client: string): Deno.KvKey {
  return ["limits", "counter", bucket, client];
}

/** Prefix of all strikes: rate limit windows that a client exceeded. */
export function strikesPrefix(): Deno.KvKey {
  return ["limits", "strikes"];
}

/** The strikes of one client. */
export function strikesKey(client: string): Deno.KvKey {
  return ["limits", "strikes", client];
}

/** Prefix of the bans that the limiter added automatically. */
export function automaticBanPrefix(): Deno.KvKey {
  return ["bans", "automatic"];
}

/** One client's automatic ban. */
export function automaticBanKey(client: string): Deno.KvKey {
  return ["bans", "automatic", client];
}

/** Written in the same commit as every change of a ban, so that other processes can detect it with one read. */
export function banRevisionKey(): Deno.KvKey {
  return ["bans", "revision"];
}

/** Written with a commit to a remote store, to find out later whether it took effect. */
export function commitMarkKey(id: string): Deno.KvKey {
  return ["commits", id];
}

/** Written to find out whether the store can be written. */
export function writeCheckKey(): Deno.KvKey {
  return ["write check"];
}

/**
 * A slot of the response cache of one remote source. The number of slots bounds
 * the table; the address is in the value. `serverSet` identifies the configured
 * servers, so that responses of others are not reused.
 */
export function responseCacheKey(
  serverSet: string,
  source: string,
  slot: number,
): Deno.KvKey {
  return ["answers", serverSet, source, slot];
}

/** Prefix of all accounts. */
export function accountPrefix(): Deno.KvKey {
  return ["accounts", "record"];
}

/** One account, its API tokens included. */
export function accountKey(id: string): Deno.KvKey {
  return ["accounts", "record", id];
}

/** How many accounts there are. */
export function accountCountKey(): Deno.KvKey {
  return ["accounts", "count"];
}

/** Prefix of the accounts by e-mail address. */
export function accountEmailPrefix(): Deno.KvKey {
  return ["accounts", "email"];
}

/** The account id of an e-mail address in its canonical form. */
export function accountEmailKey(emailKey: string): Deno.KvKey {
  return ["accounts", "email", emailKey];
}

/** Prefix of the networks that accounts signed up from. */
export function signUpNetworkPrefix(): Deno.KvKey {
  return ["accounts", "network"];
}

/** The network that an account signed up from. */
export function signUpNetworkKey(id: string): Deno.KvKey {
  return ["accounts", "network", id];
}

/** Prefix of an account's sessions. */
export function sessionPrefix(accountId: string): Deno.KvKey {
  return ["sessions", accountId];
}

/** One session, by the hash of its secret. */
export function sessionKey(accountId: string, hash: string): Deno.KvKey {
  return ["sessions", accountId, hash];
}

/** The account id of an API token, by the token's hash. */
export function tokenHashKey(hash: string): Deno.KvKey {
  return ["tokens", "hash", hash];
}

/** The account id of an API token, by the token's own id. */
export function tokenIdKey(id: string): Deno.KvKey {
  return ["tokens", "id", id];
}

/** Prefix of the last-used times of an account's tokens. */
export function tokenUsePrefix(accountId: string): Deno.KvKey {
  return ["tokens", "used", accountId];
}

/** Last-used time of a token. */
export function tokenUseKey(accountId: string, tokenId: string): Deno.KvKey {
  return ["tokens", "used", accountId, tokenId];
}

/** Prefix of all an account's quotas. */
export function quotaPrefix(accountId: string): Deno.KvKey {
  return ["quotas", accountId];
}

/** What one slot of an account has used in a month, `2026-11`. */
export function quotaKey(
  accountId: string,
  slot: number,
  month: string,
): Deno.KvKey {
  return ["quotas", accountId, slot, month];
}

/** The secret that the service signs with. */
export function signingSecretKey(): Deno.KvKey {
  return ["secrets", "signing"];
}

/** Prefix of the days on which an account redeemed ad tickets. */
export function adPrefix(accountId: string): Deno.KvKey {
  return ["ads", accountId];
}

/** The ad tickets an account redeemed on a day, `2026-11-21`. */
export function adDayKey(accountId: string, day: string): Deno.KvKey {
  return ["ads", accountId, day];
}

/** Prefix of manual bans. */
export function manualBanPrefix(): Deno.KvKey {
  return ["bans", "manual"];
}

/** One manual ban. */
export function manualBanKey(id: string): Deno.KvKey {
  return ["bans", "manual", id];
}

/** Prefix of the audit log. */
export function auditPrefix(): Deno.KvKey {
  return ["audit"];
}

/** One audit entry; keys sort by time. */
export function auditKey(atMs: number, id: string): Deno.KvKey {
  return ["audit", atMs, id];
}

/** Which fields of the home page guests and members see. */
export function fieldSettingsKey(): Deno.KvKey {
  return ["settings", "fields"];
}

/** The last part of a key of `length` parts if it is a string, otherwise null. */
export function lastKeyPart(key: Deno.KvKey, length: number): string | null {
  const last = key.at(-1);
  return key.length === length && typeof last === "string" ? last : null;
}
