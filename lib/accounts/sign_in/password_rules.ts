import type { ErrorParams } from "../../core/error_reasons.ts";
import type { Email } from "../account_record.ts";

/** In characters. */
const MIN_LENGTH = 10;
/**
 * In characters. Such a text is a strong passphrase already, and costs no more
 * to hash than a short one.
 */
const MAX_LENGTH = 200;

/** The reason to refuse a new password; null if it is acceptable. */
export function passwordError(
  password: string,
  email: Email,
): ErrorParams | null {
  const normalized = normalizedPassword(password);
  const characters = [...normalized];
  if (characters.length < MIN_LENGTH) {
    return { reason: "password_too_short", min: MIN_LENGTH };
  }
  if (characters.length > MAX_LENGTH) {
    return { reason: "password_too_long", max: MAX_LENGTH };
  }
  if (normalized.trim().toLowerCase() === email.key) {
    return { reason: "password_is_email" };
  }
  if (new Set(characters).size === 1) {
    return { reason: "password_one_character" };
  }
  return null;
}

/**
 * The form of a password that is checked and hashed. Keyboards encode the same
 * characters differently (NIST SP 800-63B section 5.1.1.2).
 */
export function normalizedPassword(password: string): string {
  return password.normalize("NFKC");
}
