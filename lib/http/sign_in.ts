import type { Account, Member } from "../accounts/account.ts";
import type { Email } from "../accounts/email.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { Limits } from "../limits/limits.ts";
import type { ClientAddress } from "../net/client_address.ts";
import { AppError } from "./errors.ts";
import { charge } from "./limit.ts";
import { sessionCookieOf } from "./session_cookie.ts";

/** What a request has to tell for a session to begin with it. */
export interface Visit {
  readonly req: Request;
  readonly url: URL;
  readonly state: {
    services: { sessions: Pick<Sessions, "begin">; config: { BASE_URL?: URL } };
    client: ClientAddress;
  };
}

/**
 * Begins a session, and gives the `Set-Cookie` of it. Every sign-in comes by
 * here, so that none goes on with a cookie the browser had before: whoever
 * planted that one would be signed in as well.
 */
export async function sessionFor(
  { req, url, state: { services, client } }: Visit,
  account: Account,
): Promise<string> {
  const cookie = sessionCookieOf(url, services.config.BASE_URL);
  const value = await services.sessions.begin(account, {
    agent: req.headers.get("user-agent") ?? "",
    address: client.ip.text,
  }, cookie.read(req.headers));
  return cookie.set(value);
}

/** Begins a session and sends the browser on. */
export async function beginSession(
  visit: Visit,
  account: Account,
  path: string,
): Promise<Response> {
  return seeOther(path, await sessionFor(visit, account));
}

/** Sends the browser on to a page with GET, so that a reload repeats nothing (RFC 9110 section 15.4.4). */
export function seeOther(path: string, setCookie?: string): Response {
  const headers = new Headers({
    "cache-control": "no-store",
    "location": path,
  });
  if (setCookie !== undefined) headers.set("set-cookie", setCookie);
  return new Response(null, { status: 303, headers });
}

/**
 * Counts a try at a password: against the client, and against the account,
 * which many clients may try at once. Unknown addresses count the same.
 *
 * @throws {AppError} 429
 */
export function chargePassword(
  limits: Pick<Limits, "take">,
  client: Pick<ClientAddress, "key">,
  email: Email | null,
): void {
  charge(limits, "auth", client.key);
  if (email) charge(limits, "auth", `account:${email.key}`);
}

/**
 * Counts a try at the password of whoever is signed in. Apart from the tries at
 * the sign-in page, which any stranger can use up: a member under attack must be
 * able to change the password.
 *
 * @throws {AppError} 429
 */
export function chargeOwnPassword(
  limits: Pick<Limits, "take">,
  client: Pick<ClientAddress, "key">,
  { id }: Pick<Account, "id">,
): void {
  charge(limits, "auth", client.key);
  charge(limits, "auth", `account:${id}`);
}

/** Who is signed in. @throws {AppError} 401 where nobody is */
export function memberIn({ member }: { member?: Member | null }): Member {
  if (member) return member;
  throw new AppError(401, "UNAUTHORIZED", "Please sign in.");
}
