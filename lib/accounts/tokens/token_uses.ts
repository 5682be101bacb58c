import { tokenIdKey, tokenUseKey, tokenUsePrefix } from "../../store/keys.ts";
import type { Store } from "../../store/store.ts";
import type { WriteBehindTable } from "../../store/write_behind.ts";

interface TokenUsesOptions {
  store: Store;
  now: () => number;
  maxTokens?: number;
}

interface Use {
  accountId: string;
  atMs: number;
  /** The time that this process last wrote to KV. */
  writtenMs: number;
}

/** Deno KV accepts up to 100 checks per commit, and each token needs two. */
const COMMIT_SIZE = 50;
/** A use is not written if an earlier one was written within this time. */
const RESOLUTION_MS = 60_000;
const KEPT_MS = 400 * 86_400_000;

/** The last use of each token, tracked in memory and written in the background. */
export class TokenUses implements WriteBehindTable {
  readonly #options: Required<TokenUsesOptions>;
  /** By token id, least recently used first. */
  readonly #uses = new Map<string, Use>();
  readonly #unflushed = new Set<string>();

  constructor({ maxTokens = 10_000, ...options }: TokenUsesOptions) {
    this.#options = { ...options, maxTokens };
  }

  /** The number of tokens with an unwritten use. */
  get unflushed(): number {
    return this.#unflushed.size;
  }

  /** Records that a token is used now. */
  used(accountId: string, tokenId: string): void {
    const { now, maxTokens } = this.#options;
    const { writtenMs = -Infinity } = this.#uses.get(tokenId) ?? {};
    const atMs = now();
    this.#uses.delete(tokenId);
    this.#uses.set(tokenId, { accountId, atMs, writtenMs });
    if (atMs - writtenMs > RESOLUTION_MS) this.#unflushed.add(tokenId);
    if (this.#uses.size > maxTokens) {
      const [oldest] = this.#uses.keys();
      this.#uses.delete(oldest);
      this.#unflushed.delete(oldest);
    }
  }

  /** The last use of each token of an account, by token id, in ms since the epoch. @throws {AppError} 503 */
  async uses(accountId: string): Promise<Map<string, number>> {
    const uses = new Map<string, number>();
    const prefix = tokenUsePrefix(accountId);
    for await (const { key, value } of this.#options.store.list({ prefix })) {
      const tokenId = key.at(-1);
      if (typeof tokenId === "string") uses.set(tokenId, asTime(value));
    }
    for (const [tokenId, use] of this.#uses) {
      if (use.accountId !== accountId) continue;
      uses.set(tokenId, Math.max(use.atMs, uses.get(tokenId) ?? 0));
    }
    return uses;
  }

  /** Writes all unwritten uses. Calls must not overlap. @throws {AppError} 503; the uses then stay unwritten */
  async flush(): Promise<void> {
    const waiting = [...this.#unflushed];
    for (let i = 0; i < waiting.length; i += COMMIT_SIZE) {
      await this.#write(waiting.slice(i, i + COMMIT_SIZE));
    }
  }

  async #write(tokenIds: readonly string[]): Promise<void> {
    const { store } = this.#options;
    const uses = tokenIds.flatMap((id) => {
      const use = this.#uses.get(id);
      return use ? [{ id, ...use }] : [];
    });
    const owners = await store.getMany(
      uses.map(({ id }) => tokenIdKey(id)),
    );
    const stored = await store.getMany(
      uses.map(({ accountId, id }) => tokenUseKey(accountId, id)),
    );
    const operation = store.atomic();
    for (const [i, { accountId, atMs }] of uses.entries()) {
      // The token may have been revoked, and another process may have written a later use.
      if (owners[i].value !== accountId || asTime(stored[i].value) >= atMs) {
        continue;
      }
      operation.check(owners[i], stored[i]).set(stored[i].key, atMs, {
        expireIn: KEPT_MS,
      });
    }
    if (!await store.commit(operation)) return;
    for (const { id, atMs } of uses) {
      this.#unflushed.delete(id);
      const use = this.#uses.get(id);
      if (use) use.writtenMs = atMs;
    }
  }
}

function asTime(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
