import { AppError, InputError } from "../../core/errors.ts";
import { tokenHashKey, tokenIdKey, tokenUseKey } from "../../store/keys.ts";
import type { Account, ApiToken } from "../account_record.ts";
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

interface TokenRequest {
  /** 1 to 60 characters. */
  name: string;
  /** Id of the token whose slot and usage the new one takes over. */
  replaces: string | null;
  /** Ids of the tokens that the form was opened with. If they have changed, no token is created. */
  expected?: readonly string[];
}

/** The API tokens of accounts, and their last uses. */
export class Tokens extends TokenUses {
  constructor(private readonly deps: AccountDeps) {
    super(deps);
  }

  /**
   * Creates a token. Its text is returned only here.
   *
   * @param by the administrator who creates it, for the audit log
   * @throws {InputError} `name` 400; `replaces` 409 if that token can't be replaced or there is no free slot; `expected` 409
   * @throws {AppError} 404 if there is no such account; 503
   */
  async create(
    accountId: string,
    { name, replaces, expected }: TokenRequest,
    by?: Actor,
  ): Promise<{ token: ApiToken; text: string }> {
    const { now, random } = this.deps;
    const validName = parseName(name);
    const { text, hash, lastFour } = newToken(random);
    // Not base64url, where an id could start with a hyphen and look like an option.
    const id = random(ID_BYTES).toHex();
    const createdAtMs = now();
    const record = { id, name: validName, hash, lastFour, createdAtMs };
    let slot = 0;
    await changeAccount(this.deps.store, accountId, (account, operation) => {
      if (expected) assertExpected(account, expected);
      slot = allocateSlot(account, replaces, createdAtMs);
      operation
        .check({ key: tokenIdKey(id), versionstamp: null })
        .set(tokenIdKey(id), accountId)
        .set(tokenHashKey(hash), accountId);
      const former = account.tokens.find((token) => token.slot === slot);
      if (former) forget(operation, accountId, former);
      this.#record(operation, by, "token.create", account, validName);
      return {
        ...account,
        tokens: [
          ...account.tokens.filter((token) => token !== former),
          { ...record, slot },
        ],
      };
    });
    return { token: { ...record, slot }, text };
  }

  /** @throws {InputError} `name` 400; {AppError} 404, 503 */
  async rename(
    accountId: string,
    tokenId: string,
    name: string,
  ): Promise<void> {
    const validName = parseName(name);
    await changeAccount(this.deps.store, accountId, (account) => {
      const named = tokenOf(account, tokenId);
      const tokens = account.tokens.map((token) =>
        token === named ? { ...token, name: validName } : token
      );
      return { ...account, tokens };
    });
  }

  /**
   * Revokes a token immediately. The slot of a vip stays used until the month ends.
   *
   * @param by the administrator who revokes it, for the audit log
   * @throws {AppError} 404 if the account has no such token, 503
   */
  async revoke(accountId: string, tokenId: string, by?: Actor): Promise<void> {
    const nowMs = this.deps.now();
    await changeAccount(this.deps.store, accountId, (account, operation) => {
      const former = tokenOf(account, tokenId);
      const { slot, name } = former;
      forget(operation, accountId, former);
      this.#record(operation, by, "token.revoke", account, name);
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

  /** A token and its account; null if there is none. @throws {AppError} 503 */
  async find(
    tokenId: string,
  ): Promise<{ account: Account; token: ApiToken } | null> {
    if (tokenId.length > MAX_ID_LENGTH) return null;
    const { value } = await this.deps.store.get(tokenIdKey(tokenId));
    if (typeof value !== "string") return null;
    const account = await readAccount(this.deps.store, value);
    const token = account?.tokens.find(({ id }) => id === tokenId);
    return account && token ? { account, token } : null;
  }

  #record(
    operation: Deno.AtomicOperation,
    by: Actor | undefined,
    action: "token.create" | "token.revoke",
    account: Account,
    name: string,
  ): void {
    const detail = { code: "token-name", params: { name } } as const;
    if (by) recordAction(this.deps, operation, by, action, account, detail);
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
  throw new InputError("expected", { reason: "tokens_changed" }, 409);
}

/** Deletes the records of a token, except its usage. */
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
  const isValid = name !== "" && name.length <= MAX_NAME_LENGTH &&
    !/\p{C}/u.test(name);
  if (isValid) return name;
  throw new InputError(
    "name",
    { reason: "token_name_malformed", max: MAX_NAME_LENGTH },
  );
}
