import { cookieValues } from "../../http/cookies.ts";
import { isOverHttps } from "../../http/hosts.ts";
import { createHash } from "node:crypto";
import { randomBase64Url } from "../../core/text.ts";
import { z } from "zod";
import type { Account } from "../account.ts";

/** As long as a session, which is begun anew with every use. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** The session cookie of one host: its name, and the header lines that set it. */
export interface SessionCookie {
  readonly name: string;
  /** What the browser has that could be a session: each costs a look at the store. */
  read(headers: Headers): string[];
  /** The `Set-Cookie` that keeps a session's value in the browser. */
  set(value: string): string;
  /** The `Set-Cookie` that takes it out again. */
  clear(): string;
}

// The prefix binds the cookie to this very host and to HTTPS: no sub-domain and
// no one on the wire can plant a session of theirs (RFC 6265bis section 4.1.3).
const secureCookie = createCookie("__Host-porthole", true);
// Without HTTPS a browser would refuse it. That is a box in its own network.
const plainCookie = createCookie("porthole_session", false);

/** The session cookie for a request: the one bound to HTTPS where the browser uses it. */
export function sessionCookieOf(url: URL, baseUrl?: URL): SessionCookie {
  return isOverHttps(url, baseUrl) ? secureCookie : plainCookie;
}

function createCookie(name: string, isSecure: boolean): SessionCookie {
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${
    isSecure ? "; Secure" : ""
  }`;
  return {
    name,
    read: (headers) => cookieValues(headers, name),
    set: (value) => `${name}=${value}${attributes}; Max-Age=${MAX_AGE_SECONDS}`,
    clear: () => `${name}=${attributes}; Max-Age=0`,
  };
}

/** What names a session in the store; nobody can sign in with it. */
export interface SessionName {
  accountId: string;
  /** SHA-256 of the secret, in base64url. */
  id: string;
}

// Account ids are 16 random bytes in base64url, secrets 32.
const COOKIE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;

/** A new session of an account, and the cookie value that opens it: `<account id>.<secret>`. */
export function newSession(
  accountId: string,
  random: (bytes: number) => Uint8Array,
): { cookie: string; name: SessionName } {
  const secret = randomBase64Url(random, 32);
  return {
    cookie: `${accountId}.${secret}`,
    name: { accountId, id: hashOf(secret) },
  };
}

/** The session that a cookie value asks for; null for text of another shape. */
export function parseSessionCookie(text: string): SessionName | null {
  const [, accountId, secret] = COOKIE.exec(text) ?? [];
  return secret === undefined ? null : { accountId, id: hashOf(secret) };
}

/** Whether text, as a form sends it, can be the id of a session. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

const time = z.number().nonnegative();

const sessionRecord = z.object({
  createdAtMs: time,
  /** When it was used last, at most an hour late. */
  seenAtMs: time,
  expiresAtMs: time,
  /** The account's `sessionsSinceMs` when it began: another one now, and it has ended. */
  sinceMs: time,
  /** The browser's `User-Agent`. */
  agent: z.string(),
  /** The client address it began from. */
  address: z.string(),
});

/** A session as it is kept. */
export type SessionRecord = z.infer<typeof sessionRecord>;

/** A session as its owner sees it. */
export interface Session extends Omit<SessionRecord, "sinceMs"> {
  /** SHA-256 of its secret, in base64url. */
  id: string;
}

/** The session in a record of the store that is still in force; null for anything else. */
export function asLiveSession(
  value: unknown,
  account: Account,
  nowMs: number,
): SessionRecord | null {
  const record = sessionRecord.safeParse(value).data;
  return record && record.expiresAtMs > nowMs &&
      record.sinceMs === account.sessionsSinceMs
    ? record
    : null;
}
