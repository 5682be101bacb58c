import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import assert from "node:assert/strict";
import {
  type Account,
  type Email,
  parseEmail,
} from "../../../lib/accounts/account_record.ts";
import { Accounts } from "../../../lib/accounts/accounts.ts";
import {
  PasswordHasher,
  type Scrypt,
  type ScryptCost,
} from "../../../lib/accounts/sign_in/password.ts";
import { Sessions } from "../../../lib/accounts/sign_in/sessions.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { auditPrefix } from "../../../lib/store/keys.ts";
import { testWith } from "../../support/test_with.ts";
import { Store, storeUnavailable } from "../../../lib/store/store.ts";

export const PASSWORD = "correct horse battery";
export const ADMIN = { name: "root@example.com", accountId: null };
export const BROWSER = { agent: "a browser", address: "192.0.2.1" };
/** 2026-11-21T12:00:00Z */
export const START_MS = 1_795_262_400_000;

/** What was asked of scrypt, without the salt's content. */
export interface ScryptCall {
  password: string;
  saltBytes: number;
  keyBytes: number;
  cost: ScryptCost;
}

/** A store that counts what is read of it and can be told to die. */
export class WatchedStore extends Store {
  reads = 0;
  listed = 0;
  /** Commits that still work. */
  commitsLeft = Infinity;

  override get(key: Deno.KvKey) {
    this.reads++;
    return super.get(key);
  }

  override async *list(...query: Parameters<Store["list"]>) {
    for await (const entry of super.list(...query)) {
      this.listed++;
      yield entry;
    }
  }

  override commit(operation: Deno.AtomicOperation, limitMs?: number) {
    if (this.commitsLeft-- > 0) return super.commit(operation, limitMs);
    return Promise.reject(storeUnavailable(new Error("it was told to die")));
  }
}

export const random = (bytes: number) =>
  crypto.getRandomValues(new Uint8Array(bytes));

/** Stands in for scrypt where a test is about something else: a digest at once. */
export const quickScrypt: Scrypt = async (password, salt, keyBytes) => {
  const bytes = new TextEncoder().encode(password + salt.toHex());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest.slice(0, keyBytes);
};

interface FixtureOptions {
  maxAccounts?: number;
  maxPerAccount?: number;
}

/** Accounts and sessions on a store of their own, with a clock that is set. */
export async function openFixture(
  { maxAccounts, maxPerAccount = 20 }: FixtureOptions = {},
) {
  const kv = await Deno.openKv(":memory:");
  const store = new WatchedStore({ kv, timeoutMs: 60_000 });
  const clock = { nowMs: START_MS };
  const now = () => clock.nowMs;
  const scryptCalls: ScryptCall[] = [];
  const scrypt: Scrypt = (password, salt, keyBytes, cost) => {
    scryptCalls.push({ password, saltBytes: salt.length, keyBytes, cost });
    return quickScrypt(password, salt, keyBytes, cost);
  };
  const hasher = new PasswordHasher({ random, now, maxWaiting: 200, scrypt });
  const accounts = new Accounts({ store, hasher, now, random, maxAccounts });
  return {
    kv,
    store,
    clock,
    hasher,
    scryptCalls,
    accounts,
    stored: async (key: Deno.KvKey): Promise<unknown> =>
      (await kv.get(key)).value,
    /** The audit log. */
    audited: async () =>
      (await entriesOf(kv, auditPrefix())).map(({ value }) => value),
    /** Signs somebody up with the usual password. */
    signUp: (address: string, isAdmin = false) =>
      accounts.create({ email: emailOf(address), password: PASSWORD, isAdmin }),
    sessions: new Sessions({ store, now, random, maxPerAccount }),
    [Symbol.dispose]: () => kv.close(),
  };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** A `Deno.test` with one. */
export const test = testWith(openFixture);

/** The same with a member, ann@example.com. */
export async function openWithAnn(options: FixtureOptions = {}) {
  const fixture = await openFixture(options);
  return { ...fixture, ann: await fixture.signUp("ann@example.com") };
}

/** What a call returns for 0, 1, … */
export function times<T>(count: number, call: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => call(i));
}

export function emailOf(text: string): Email {
  const email = parseEmail(text);
  assert(email, text);
  return email;
}

export function signUp(
  { signUp }: Pick<Fixture, "signUp">,
  address: string,
  isAdmin?: boolean,
): Promise<Account> {
  return signUp(address, isAdmin);
}

export function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Everything below a prefix. */
export function entriesOf(kv: Deno.Kv, prefix: Deno.KvKey) {
  return Array.fromAsync(kv.list({ prefix }));
}

/** Public parts of what a promise rejects with. */
export async function refusalOf(promise: Promise<unknown>) {
  const error = await promise.then(() => assert.fail("passed"), (e) => e);
  assert(error instanceof AppError, String(error));
  const { name, status, code, params, headers } = error;
  const field = "field" in error ? { field: error.field } : {};
  return { name, status, code, params, headers, ...field };
}

/** Asserts public parts of what a promise rejects with. */
export async function assertRefused(call: Promise<unknown>, expected: object) {
  assert.deepEqual(await refusalOf(call), expected);
}

/** What concurrent calls result in, and public parts of what the others reject with. */
export async function outcomesOf<T>(calls: Promise<T>[]) {
  const outcomes = await Promise.allSettled(calls);
  const made = outcomes.filter((one) => one.status === "fulfilled")
    .map(({ value }) => value);
  const refused = outcomes.filter((one) => one.status === "rejected")
    .map(({ reason }) => refusalOf(Promise.reject(reason)));
  return { made, refused: await Promise.all(refused) };
}

/** With its parameters, if it has any. */
export type Reason = ErrorParams | ErrorParams["reason"];

/** What an `AppError` looks like to `refusalOf`. */
export function refusal(
  status: number,
  code: string,
  reason: Reason,
  headers: Record<string, string> = {},
) {
  const params = typeof reason === "string" ? { reason } : reason;
  return { name: "AppError", status, code, params, headers };
}

/** What an `InputError` looks like to `refusalOf`. */
export function inputRefusal(field: string, reason: Reason, status = 400) {
  const parts = refusal(status, "INVALID_INPUT", reason);
  return { ...parts, name: "InputError", field };
}
