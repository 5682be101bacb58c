/*
 * Every Deno KV key of the service. Other modules call these builders and never
 * spell a key themselves, so that no two kinds of record can collide.
 */

/** Prefix of all request counters. */
export function counterPrefix(): Deno.KvKey {
  return ["limits", "counter"];
}

/** One client's request counter in one bucket. `client` is the limiter's key: an address, a /64, an account. */
export function counterKey(bucket: string, client: string): Deno.KvKey {
  return ["limits", "counter", bucket, client];
}

/** Prefix of the records of windows that went over a limit. */
export function strikesPrefix(): Deno.KvKey {
  return ["limits", "strikes"];
}

/** The windows in which one client went over a limit. */
export function strikesKey(client: string): Deno.KvKey {
  return ["limits", "strikes", client];
}

/** Prefix of the bans that the limiter pronounced itself. */
export function automaticBanPrefix(): Deno.KvKey {
  return ["bans", "automatic"];
}

/** One client's automatic ban. */
export function automaticBanKey(client: string): Deno.KvKey {
  return ["bans", "automatic", client];
}

/** Written in the same commit as every change of a ban, so that other processes notice with one read. */
export function banRevisionKey(): Deno.KvKey {
  return ["bans", "revision"];
}

/**
 * A slot of the cache of what one remote source said. Its number bounds the
 * table; the address is in the value. `asked` stands for the servers that are
 * configured: the answers of others are not theirs.
 */
export function answerKey(
  asked: string,
  source: string,
  slot: number,
): Deno.KvKey {
  return ["answers", asked, source, slot];
}
