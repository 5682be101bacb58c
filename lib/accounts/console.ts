import type {
  Done,
  NewToken,
  QuotaView,
  TokenView,
} from "./view/console_view.ts";
import {
  type Account,
  AD_BONUS,
  type ApiToken,
  type Member,
  TIER_TOKENS,
} from "./account_record.ts";
import { parseUserAgent } from "../core/user_agent.ts";
import type { Ads } from "./ads.ts";
import type { Quotas } from "./quotas/quotas.ts";
import { isInactive } from "./tokens/token.ts";
import type { Tokens } from "./tokens/tokens.ts";
import type { Sessions } from "./sign_in/sessions.ts";
import type { Caller } from "../core/fair_queue.ts";
import { type Form, parseForm } from "../http/form.ts";
import type { Accounts } from "./accounts.ts";
import { accountForms, tokenForms } from "./forms.ts";

export interface ConsoleServices {
  tokens: Pick<Tokens, "uses">;
  quotas: Pick<Quotas, "ofSlot">;
  ads: Pick<Ads, "dailyCap" | "leftToday">;
}

/** The data of the console, read concurrently. @throws {AppError} 503 */
export async function consoleView(
  { tokens, quotas, ads }: ConsoleServices,
  account: Account,
) {
  const inOrder = account.tokens.toSorted((a, b) => a.slot - b.slot);
  const [uses, ad, ...slots] = await Promise.all([
    tokens.uses(account.id),
    adOffer(ads, account),
    ...inOrder.map((token) =>
      isInactive(account, token) ? null : quotas.ofSlot(account, token.slot)
    ),
  ]);
  return {
    email: account.email,
    tier: account.tier,
    tokens: inOrder.map((token, i) =>
      tokenView(token, uses.get(token.id) ?? null, slots[i])
    ),
    maxTokens: TIER_TOKENS[account.tier],
    tokensVersion: tokensVersion(account),
    ad,
  };
}

/** Identifies the current tokens of an account, so that a form that is sent twice is detected. */
export function tokensVersion({ tokens }: Account): string {
  return tokens.map(({ id }) => id).sort().join(" ");
}

function tokenView(
  { id, name, lastFour, createdAtMs }: ApiToken,
  usedAtMs: number | null,
  quota: QuotaView | null,
): TokenView {
  return {
    id,
    name,
    lastFour,
    createdAtMs,
    usedAtMs,
    quota: quota && {
      limit: quota.limit,
      used: quota.used,
      resetAtMs: quota.resetAtMs,
    },
  };
}

/** Why a member can watch no ads; null if there is no reason. */
export function noAdReason(
  { dailyCap }: Pick<Ads, "dailyCap">,
  { tier, tokens }: Account,
): "off" | "plan" | "token" | null {
  if (dailyCap === 0) return "off";
  if (tier !== "free") return "plan";
  return tokens.length === 0 ? "token" : null;
}

/** The ads that a member can watch, and the requests that each adds; null if there is a {@link noAdReason}. */
export async function adOffer(
  ads: ConsoleServices["ads"],
  account: Account,
) {
  if (noAdReason(ads, account) !== null) return null;
  return { bonus: AD_BONUS, leftToday: await ads.leftToday(account) };
}

type SessionStore = Pick<Sessions, "list" | "revoke">;

/** Enough of an id to distinguish sessions, and too little to look one up. */
const HANDLE_LENGTH = 16;

/** The sessions of a member, newest first. @throws {AppError} 503 */
export async function sessionViews(
  sessions: SessionStore,
  { account, sessionId }: Member,
) {
  return (await sessions.list(account.id)).map((session) => ({
    /** Identifies it in forms. A prefix of its id, which stays secret. */
    handle: handleOf(session.id),
    isThis: session.id === sessionId,
    agent: session.agent,
    /** The same in short: `Firefox 140 · Linux`. */
    client: clientText(session.agent),
    address: session.address,
    createdAtMs: session.createdAtMs,
    seenAtMs: session.seenAtMs,
  }));
}

/** Ends the session with this handle, if it still exists. @throws {AppError} 503 */
export async function revokeByHandle(
  sessions: SessionStore,
  { account }: Member,
  handle: string,
): Promise<void> {
  for (const { id } of await sessions.list(account.id)) {
    if (handleOf(id) === handle) await sessions.revoke(account.id, id);
  }
}

/** The browser and the system, or the whole text if it names neither. */
function clientText(agent: string): string {
  const { browser, system } = parseUserAgent(agent);
  return [browser, system].filter(Boolean).join(" · ") || agent;
}

function handleOf(sessionId: string): string {
  return sessionId.slice(0, HANDLE_LENGTH);
}

type OwnChange =
  | { done: "password" | "email"; account: Account }
  | { done: "deleted" };

/**
 * Handles the forms with which members change their own account.
 *
 * @param id the member's account id
 * @throws {InputError} if the form is invalid or the change is not allowed
 */
export async function changeOwnAccount(
  accounts: Pick<Accounts, "changePassword" | "changeEmail" | "delete">,
  id: string,
  form: Form,
  caller?: Caller,
): Promise<OwnChange> {
  const fields = parseForm(form, accountForms);
  switch (fields.action) {
    case "password":
      return {
        done: "password",
        account: await accounts.changePassword(id, fields, caller),
      };
    case "email":
      return {
        done: "email",
        account: await accounts.changeEmail(id, fields, caller),
      };
    case "delete":
      await accounts.delete(id, fields, caller);
      return { done: "deleted" };
  }
}

type TokenStore = Pick<Tokens, "create" | "rename" | "revoke">;

/**
 * Handles the forms that create, replace, rename and revoke tokens.
 *
 * @throws {InputError} if the form is invalid or the change is not allowed
 */
export async function handleTokenForm(
  tokens: TokenStore,
  account: Account,
  form: Form,
): Promise<{ done: Done } | { created: NewToken }> {
  const fields = parseForm(form, tokenForms);
  switch (fields.action) {
    case "create": {
      const { name, replaces, version } = fields;
      // Reloading the page that shows a new token sends the form again.
      const expected = version ? version.split(" ") : [];
      const request = { name, replaces, expected };
      const { text } = await tokens.create(account.id, request);
      return { created: { name, text } };
    }
    case "rename":
      await tokens.rename(account.id, fields.token, fields.name);
      return { done: "renamed" };
    case "revoke":
      await tokens.revoke(account.id, fields.token);
      return { done: "revoked" };
  }
}
