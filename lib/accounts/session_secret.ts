import { createHash } from "node:crypto";
import { randomText } from "./random_text.ts";

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
  const secret = randomText(random, 32);
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
