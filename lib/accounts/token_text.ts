import { createHash } from "node:crypto";
import { randomText } from "./random_text.ts";

/** A token as its owner gets it, once, and what is kept of it. */
export interface NewToken {
  text: string;
  hash: string;
  lastFour: string;
}

const SHAPE = /^ph_[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;

/** A new API token: `ph_` and 32 random bytes in base64url. */
export function newToken(random: (bytes: number) => Uint8Array): NewToken {
  const text = "ph_" + randomText(random, SECRET_BYTES);
  return { text, hash: sha256(text), lastFour: text.slice(-4) };
}

/** The SHA-256 of a token in base64url, under which it is kept; null where the text is no token. */
export function tokenHash(text: string): string | null {
  return SHAPE.test(text) ? sha256(text) : null;
}

// 256 random bits need no slow hash: there is nothing to guess.
function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
