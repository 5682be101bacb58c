import { AppError } from "../../core/errors.ts";
import { accountKey, sessionKey, sessionPrefix } from "../../store/keys.ts";
import { deleteByPrefix, type Store } from "../../store/store.ts";
import { type Account, asAccount, type Member } from "../account_record.ts";
import {
  asActiveSession,
  isSessionId,
  newSession,
  parseSessionCookie,
  type Session,
  type SessionName,
  type SessionRecord,
} from "./session.ts";

interface SessionsOptions {
  store: Store;
  now: () => number;
  random: (bytes: number) => Uint8Array;
  maxPerAccount?: number;
}

const LIFETIME_MS = 30 * 86_400_000;
/** How late a use may be recorded, to write once an hour instead of on every page. */
const TOUCH_MS = 3_600_000;
const MAX_AGENT_LENGTH = 200;
/** Deno KV takes up to 1000 mutations in a commit. */
const READ_SIZE = 500;
/** How long a page waits for a write that it doesn't depend on. */
const TOUCH_LIMIT_MS = 250;

/**
 * All sessions. A session ends 30 days after its last use, when the password
 * changes, and when it is revoked, on every instance immediately.
 *
 * Every method can throw {AppError} 503.
 */
export class Sessions {
  readonly #store: Store;
  readonly #options: Required<SessionsOptions>;

  constructor(options: SessionsOptions) {
    this.#store = options.store;
    this.#options = { maxPerAccount: 20, ...options };
  }

  /**
   * Begins a session and returns its cookie value. The session is always new: a
   * cookie that someone planted beforehand is never signed in.
   *
   * @param account as it was authenticated
   * @param former the cookies the browser had; their sessions end
   * @throws {AppError} 401 if the account has changed since: it is disabled,
   * deleted or has another password
   */
  async begin(
    account: Account,
    { agent, address }: { agent: string; address: string },
    former: readonly string[] = [],
  ): Promise<string> {
    const { cookie, name } = newSession(account.id, this.#options.random);
    const ended = former.map(parseSessionCookie);
    await this.#store.transact(async () => {
      const entry = await this.#store.get(accountKey(account.id));
      const fresh = asAccount(entry.value);
      const { sessionsSinceMs: sinceMs } = account;
      if (fresh?.sessionsSinceMs !== sinceMs || fresh.isDisabled) {
        throw new AppError(401, "UNAUTHORIZED", { reason: "sign_in_again" });
      }
      const nowMs = this.#options.now();
      const operation = this.#store.atomic().check(entry);
      this.#write(operation, name, {
        createdAtMs: nowMs,
        seenAtMs: nowMs,
        expiresAtMs: nowMs + LIFETIME_MS,
        sinceMs,
        agent: agent.slice(0, MAX_AGENT_LENGTH),
        address,
      });
      for (const other of ended) if (other) operation.delete(keyOf(other));
      return { operation, result: null };
    });
    await this.#endOldest(account.id);
    return cookie;
  }

  /** The member that a cookie signs in; null if it signs in nobody. */
  async memberOf(cookie: string | null): Promise<Member | null> {
    const name = cookie === null ? null : parseSessionCookie(cookie);
    if (name === null) return null;
    const [entry, accountEntry] = await this.#store.getMany([
      keyOf(name),
      accountKey(name.accountId),
    ]);
    const account = asAccount(accountEntry.value);
    if (account === null || account.isDisabled) return null;
    const record = asActiveSession(entry.value, account, this.#options.now());
    if (record === null) return null;
    await this.#touch(entry, name, record);
    return { account, sessionId: name.id };
  }

  /** Ends the session of a cookie, if there is one. */
  async end(cookie: string): Promise<void> {
    const name = parseSessionCookie(cookie);
    if (name) await this.#delete([name]);
  }

  /** The active sessions of an account, newest first. */
  async list(accountId: string): Promise<Session[]> {
    return (await this.#read(accountId)).active;
  }

  /** Ends one session of an account, if it exists. */
  async revoke(accountId: string, sessionId: string): Promise<void> {
    if (isSessionId(sessionId)) {
      await this.#delete([{ accountId, id: sessionId }]);
    }
  }

  /** Ends all sessions of an account except one. */
  async endAll(accountId: string, exceptId?: string): Promise<void> {
    await deleteByPrefix(this.#store, sessionPrefix(accountId), {
      isKept: (key) => key.at(-1) === exceptId,
    });
  }

  /**
   * Runs after the commit, so that the last of several concurrent sign-ins sees
   * all of them.
   */
  async #endOldest(accountId: string): Promise<void> {
    const { active, ended } = await this.#read(accountId);
    const surplus = active.slice(this.#options.maxPerAccount);
    const names = [...surplus.map(({ id }) => id), ...ended]
      .map((id) => ({ accountId, id }));
    if (names.length > 0) await this.#delete(names);
  }

  async #read(
    accountId: string,
  ): Promise<{ active: Session[]; ended: string[] }> {
    const prefix = sessionPrefix(accountId);
    // Limited to what one commit can delete. No account comes close.
    const entries = await Array.fromAsync(
      this.#store.list({ prefix }, { limit: READ_SIZE, batchSize: READ_SIZE }),
    );
    // Read after the sessions, so that a session that began meanwhile is not
    // compared with an older record.
    const { value } = await this.#store.get(accountKey(accountId));
    const account = asAccount(value);
    const nowMs = this.#options.now();
    const [active, ended]: [Session[], string[]] = [[], []];
    for (const { key, value } of entries) {
      const id = String(key.at(-1));
      const record = account && asActiveSession(value, account, nowMs);
      if (record === null) {
        ended.push(id);
        continue;
      }
      const { sinceMs: _, ...shown } = record;
      active.push({ id, ...shown });
    }
    active.sort((a, b) =>
      b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1)
    );
    return { active, ended };
  }

  async #touch(
    entry: Deno.KvEntryMaybe<unknown>,
    name: SessionName,
    record: SessionRecord,
  ): Promise<void> {
    const nowMs = this.#options.now();
    if (nowMs - record.seenAtMs <= TOUCH_MS) return;
    // Because of the check, a session that was ended meanwhile stays ended.
    const operation = this.#store.atomic().check(entry);
    const expiresAtMs = nowMs + LIFETIME_MS;
    this.#write(operation, name, { ...record, seenAtMs: nowMs, expiresAtMs });
    try {
      await this.#store.commit(operation, TOUCH_LIMIT_MS);
    } catch {
      // The session is still valid. The next page tries again.
    }
  }

  #write(
    operation: Deno.AtomicOperation,
    name: SessionName,
    record: SessionRecord,
  ): void {
    operation.set(keyOf(name), record, { expireIn: LIFETIME_MS });
  }

  async #delete(names: SessionName[]): Promise<void> {
    const operation = this.#store.atomic();
    for (const name of names) operation.delete(keyOf(name));
    await this.#store.commit(operation);
  }
}

function keyOf({ accountId, id }: SessionName): Deno.KvKey {
  return sessionKey(accountId, id);
}
