import { cookieValues } from "../../http/preferences.ts";
import { isOverHttps } from "../../http/hosts.ts";
import { createHash } from "node:crypto";
import { randomBase64Url } from "../../core/text.ts";
import * as z from "zod";
import type { Account } from "../account_record.ts";

/** The same as a session, which is renewed on every use. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** A cookie of one host: its name, and the headers that set it. */
export interface HostCookie {
  readonly name: string;
  /** The values that a browser sends. Checking a session costs a read of the store. */
  read(headers: Headers): string[];
  /** The `Set-Cookie` header that stores a value. */
  set(value: string): string;
  /** The `Set-Cookie` header that deletes it. */
  clear(): string;
}

// The prefix binds the cookie to this host and to HTTPS: neither a subdomain
// nor anyone on the network path can plant their own session (RFC 6265bis
// section 4.1.3).
const secureCookie = hostCookie("__Host-porthole", true, MAX_AGE_SECONDS);
// Browsers refuse the prefix without HTTPS, for example on a home network.
const plainCookie = hostCookie("porthole_session", false, MAX_AGE_SECONDS);

/**
 * The session cookie for a request: the one bound to HTTPS if the browser uses
 * HTTPS.
 */
export function sessionCookieOf(url: URL, baseUrl?: URL): HostCookie {
  return isOverHttps(url, baseUrl) ? secureCookie : plainCookie;
}

/** Whether a `Cookie` header has a session, valid or not. */
export function hasSessionCookie(header: string): boolean {
  return [secureCookie, plainCookie].some(({ name }) => header.includes(name));
}

/** A cookie that scripts can't read and other sites can't send with forms. */
export function hostCookie(
  name: string,
  isSecure: boolean,
  maxAgeSeconds: number,
): HostCookie {
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${
    isSecure ? "; Secure" : ""
  }`;
  return {
    name,
    read: (headers) => cookieValues(headers, name),
    set: (value) => `${name}=${value}${attributes}; Max-Age=${maxAgeSeconds}`,
    clear: () => `${name}=${attributes}; Max-Age=0`,
  };
}

/** Identifies a session in the store. It cannot be used to sign in. */
export interface SessionName {
  accountId: string;
  /** SHA-256 of the secret, in base64url. */
  id: string;
}

// Account ids are 16 random bytes in base64url, secrets 32.
const COOKIE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;

/**
 * Creates a session of an account, and its cookie value:
 * `<account id>.<secret>`.
 */
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

/** Parses a cookie value; null if it is malformed. */
export function parseSessionCookie(text: string): SessionName | null {
  const [, accountId, secret] = COOKIE.exec(text) ?? [];
  return secret === undefined ? null : { accountId, id: hashOf(secret) };
}

/** Whether text from a form can be a session id. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

const time = z.number().nonnegative();

const sessionRecord = z.object({
  createdAtMs: time,
  /** The time of its last use, up to an hour late. */
  seenAtMs: time,
  expiresAtMs: time,
  /**
   * The account's `sessionsSinceMs` when the session began. If that has
   * changed, the session has ended.
   */
  sinceMs: time,
  /** The browser's `User-Agent`. */
  agent: z.string(),
  /** The client address that signed in. */
  address: z.string(),
});

/** A session as stored. */
export type SessionRecord = z.infer<typeof sessionRecord>;

/** A session as shown to its owner. */
export interface Session extends Omit<SessionRecord, "sinceMs"> {
  /** SHA-256 of the secret, in base64url. */
  id: string;
}

/** Parses a stored session; null if it is malformed or has ended. */
export function asActiveSession(
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
