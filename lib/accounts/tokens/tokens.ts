import { AppError, InputError } from "../../core/errors.ts";
import { tokenHashKey, tokenIdKey, tokenUseKey } from "../../store/keys.ts";
import type { Store } from "../../store/store.ts";
import type { WriteBehindTable } from "../../store/write_behind.ts";
import type { Account, ApiToken } from "../account.ts";
import {
  type AccountDeps,
  changeAccount,
  MAX_ID_LENGTH,
  readAccount,
  recordAction,
} from "../account_changes.ts";
import type { Actor } from "../../store/audit.ts";
import { allocateSlot, newToken } from "./token.ts";
import { resetOf } from "../quotas/quota_record.ts";
import { TokenUses } from "./token_uses.ts";

const MAX_NAME_LENGTH = 60;
const ID_BYTES = 8;

export interface TokenRequest {
  /** What its owner calls it: 1 to 60 characters. */
  name: string;
  /** Id of the token whose slot, and count, the new one takes over. */
  replaces: string | null;
  /** Ids of the tokens that whoever wishes has seen: where there are others by now, none is made. */
  expected?: readonly string[];
}

/** The API tokens of accounts. */
export class Tokens implements WriteBehindTable {
  readonly #deps: AccountDeps;
  readonly #store: Store;
  readonly #uses: TokenUses;

  constructor(deps: AccountDeps) {
    this.#deps = deps;
    this.#store = deps.store;
    this.#uses = new TokenUses(deps);
  }

  /**
   * Makes a token. Its text is given here and never again.
   *
   * @param by goes into the audit log, where an administrator does it
   * @throws {InputError} `name` 400; `replaces` 409 where it must name another token, or there is no room; `expected` 409
   * @throws {AppError} 404 where there is no such account; 503
   */
  async create(
    accountId: string,
    { name, replaces, expected }: TokenRequest,
    by?: Actor,
  ): Promise<{ token: ApiToken; text: string }> {
    const { now, random } = this.#deps;
    const goodName = parseName(name);
    const { text, hash, lastFour } = newToken(random);
    // On the command line an id must not look like an option: no base64url.
    const id = random(ID_BYTES).toHex();
    const createdAtMs = now();
    const made = { id, name: goodName, hash, lastFour, createdAtMs };
    let slot = 0;
    await this.#change(accountId, (account, operation) => {
      if (expected) assertExpected(account, expected);
      slot = allocateSlot(account, replaces, createdAtMs);
      operation
        .check({ key: tokenIdKey(id), versionstamp: null })
        .set(tokenIdKey(id), accountId)
        .set(tokenHashKey(hash), accountId);
      const former = account.tokens.find((token) => token.slot === slot);
      if (former) forget(operation, accountId, former);
      if (by) {
        recordAction(
          this.#deps,
          operation,
          by,
          "token.create",
          account,
          { code: "token-name", params: { name: goodName } },
        );
      }
      return {
        ...account,
        tokens: [
          ...account.tokens.filter((token) => token !== former),
          { ...made, slot },
        ],
      };
    });
    return { token: { ...made, slot }, text };
  }

  /** @throws {InputError} `name` 400; {AppError} 404, 503 */
  async rename(
    accountId: string,
    tokenId: string,
    name: string,
  ): Promise<void> {
    const goodName = parseName(name);
    await this.#change(accountId, (account) => {
      const named = tokenOf(account, tokenId);
      const tokens = account.tokens.map((token) =>
        token === named ? { ...token, name: goodName } : token
      );
      return { ...account, tokens };
    });
  }

  /**
   * Ends a token at once. A vip's slot stays spent until the month is over.
   *
   * @param by goes into the audit log, where an administrator does it
   * @throws {AppError} 404 where the account has no such token, 503
   */
  async revoke(accountId: string, tokenId: string, by?: Actor): Promise<void> {
    const nowMs = this.#deps.now();
    await this.#change(accountId, (account, operation) => {
      const former = tokenOf(account, tokenId);
      const { slot, name } = former;
      forget(operation, accountId, former);
      if (by) {
        recordAction(
          this.#deps,
          operation,
          by,
          "token.revoke",
          account,
          { code: "token-name", params: { name } },
        );
      }
      const spentSlots = account.spentSlots.filter((spent) =>
        spent.untilMs > nowMs && spent.slot !== slot
      );
      if (account.tier === "vip") {
        spentSlots.push({ slot, untilMs: resetOf(nowMs) });
      }
      const tokens = account.tokens.filter((token) => token !== former);
      return { ...account, tokens, spentSlots };
    });
  }

  /** A token and whose it is; null where there is none. @throws {AppError} 503 */
  async find(
    tokenId: string,
  ): Promise<{ account: Account; token: ApiToken } | null> {
    if (tokenId.length > MAX_ID_LENGTH) return null;
    const { value } = await this.#store.get(tokenIdKey(tokenId));
    if (typeof value !== "string") return null;
    const account = await readAccount(this.#store, value);
    const token = account?.tokens.find(({ id }) => id === tokenId);
    return account && token ? { account, token } : null;
  }

  /** Notes that a token is used now. */
  used(accountId: string, tokenId: string): void {
    this.#uses.used(accountId, tokenId);
  }

  /** When an account's tokens were used last, by token id, in ms since the epoch. @throws {AppError} 503 */
  uses(accountId: string): Promise<Map<string, number>> {
    return this.#uses.uses(accountId);
  }

  /** Tokens of which a use waits to be written. */
  get unflushed(): number {
    return this.#uses.unflushed;
  }

  flush(): Promise<void> {
    return this.#uses.flush();
  }

  #change(
    accountId: string,
    decide: (account: Account, operation: Deno.AtomicOperation) => Account,
  ): Promise<Account> {
    return changeAccount(
      this.#store,
      accountId,
      (account, operation) => Promise.resolve(decide(account, operation)),
    );
  }
}

function tokenOf({ tokens }: Account, tokenId: string): ApiToken {
  const token = tokens.find(({ id }) => id === tokenId);
  if (!token) {
    throw new AppError(404, "NOT_FOUND", { reason: "token_not_found" });
  }
  return token;
}

function assertExpected({ tokens }: Account, expected: readonly string[]) {
  const ids = new Set(tokens.map(({ id }) => id));
  if (ids.symmetricDifference(new Set(expected)).size === 0) return;
  throw new InputError(
    "expected",
    { reason: "tokens_changed" },
    409,
  );
}

/** Leaves nothing of a token but its count. */
function forget(
  operation: Deno.AtomicOperation,
  accountId: string,
  { id, hash }: ApiToken,
): void {
  operation
    .delete(tokenIdKey(id))
    .delete(tokenHashKey(hash))
    .delete(tokenUseKey(accountId, id));
}

function parseName(text: string): string {
  const name = text.trim();
  const isGood = name !== "" && name.length <= MAX_NAME_LENGTH &&
    !/\p{C}/u.test(name);
  if (isGood) return name;
  throw new InputError(
    "name",
    { reason: "token_name_malformed", max: MAX_NAME_LENGTH },
  );
}
