import { unauthorized } from "../accounts/token_standing.ts";
import { tokenHash } from "../accounts/token_text.ts";

/** RFC 6750 section 2.1; the scheme's name is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +([^\s]+) *$/i;

/**
 * The hash of the API token in a request's headers; null where there is none,
 * or one that no token can be. `Authorization: Bearer` wins over `X-API-Key`;
 * another scheme, as proxies use it, is not ours.
 */
export function findApiTokenHash(headers: Headers): string | null {
  const authorization = headers.get("authorization") ?? "";
  const token = /^bearer(?: |$)/i.test(authorization)
    ? BEARER.exec(authorization)?.[1]
    : headers.get("x-api-key");
  return token ? tokenHash(token) : null;
}

/** The same. @throws {AppError} 401 where it is null */
export function apiTokenHash(headers: Headers): string {
  const hash = findApiTokenHash(headers);
  if (hash === null) throw unauthorized();
  return hash;
}
