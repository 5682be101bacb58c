import { createHash } from "node:crypto";
import type { Account, Email, Member } from "../account_record.ts";
import type { Accounts } from "../accounts.ts";
import {
  deviceCookieOf,
  hasDeviceCookie,
  type KnownDevices,
} from "./known_devices.ts";
import type { Sessions } from "./sessions.ts";
import type { Limits } from "../../limits/limits.ts";
import type { ClientAddress } from "../../net/client_address.ts";
import { AppError } from "../../core/errors.ts";
import { rateLimitError, wholeSeconds } from "../../http/rate_limit.ts";
import type { Bucket } from "../../limits/bucket.ts";
import { sessionCookieOf } from "./session.ts";

/** The parts of a request that a sign-in needs. */
export interface SignInRequest {
  readonly req: Request;
  readonly url: URL;
  readonly state: {
    services: {
      accounts: Pick<Accounts, "authenticate" | "byEmail">;
      sessions: Pick<Sessions, "begin">;
      devices: KnownDevices;
      limits: Pick<Limits, "take" | "refund">;
      config: { BASE_URL?: URL };
    };
    client: ClientAddress;
  };
}

/**
 * Begins a session, and returns the `Set-Cookie` headers for it and for the
 * browser, which the account now knows. Every sign-in goes through here, so
 * that none continues with a cookie that the browser had before: whoever
 * planted that cookie would be signed in as well.
 */
export async function sessionFor(
  { req, url, state: { services, client } }: SignInRequest,
  account: Account,
): Promise<string[]> {
  const cookie = sessionCookieOf(url, services.config.BASE_URL);
  const value = await services.sessions.begin(account, {
    agent: req.headers.get("user-agent") ?? "",
    address: client.ip.text,
  }, cookie.read(req.headers));
  const device = deviceCookieOf(url, services.config.BASE_URL, account.id);
  return [cookie.set(value), device.set(services.devices.certify(account))];
}

/**
 * Returns the account with this e-mail address and password. Only failures are
 * counted.
 *
 * A browser that has signed in to the account before has a separate count, so
 * that strangers cannot lock its member out, however many they are. All others
 * are counted per account and client; per client and per IPv6 /48, against one
 * that tries many accounts; and per account, against many that try one. Unknown addresses are
 * counted like known ones.
 *
 * @throws {AppError} 429; 401 and 403 as `Accounts.authenticate`; 503
 */
export async function authenticate(
  visit: SignInRequest,
  email: Email | null,
  password: string,
): Promise<Account> {
  const { req, state: { services: { limits, accounts }, client } } = visit;
  const device = email && await knownDevice(visit, email);
  const counts: FailureCount[] = device === null
    ? strangersCounts(client, email)
    : [["auth", `account:device ${device}`, client.group]];
  return await countFailure(
    limits,
    counts,
    () =>
      accounts.authenticate(email, password, {
        client,
        signal: req.signal,
        isKnownDevice: device !== null,
      }),
  );
}

function strangersCounts(
  { key, group }: Pick<ClientAddress, "key" | "group">,
  email: Email | null,
): FailureCount[] {
  // Hashed, because the text may be long, or a password.
  const account = createHash("sha256").update(email?.key ?? "")
    .digest("base64url");
  const counts: FailureCount[] = [
    ["auth", `${key} ${account}`],
    ["auth_total", key],
  ];
  if (group !== key) counts.push(["auth_total", `network:${group}`, group]);
  if (email) counts.push(["auth_total", `account:${account}`, group]);
  return counts;
}

/** A count of failures, and the network whose share of the counters it takes. */
export type FailureCount = readonly [
  bucket: Bucket,
  key: string,
  network?: string,
];

/**
 * Checks a password, and counts the check if the password is wrong. It is
 * counted beforehand and refunded afterwards, so that concurrent checks cannot
 * exceed the limit.
 *
 * @param attempt throws {AppError} 401 for a wrong password
 * @throws {AppError} 429 without an attempt if a limit is reached; what
 * `attempt` throws
 */
export async function countFailure<T>(
  limits: Pick<Limits, "take" | "refund">,
  counts: readonly FailureCount[],
  attempt: () => Promise<T>,
): Promise<T> {
  const taken: FailureCount[] = [];
  const refund = () => {
    for (const [bucket, key] of taken) limits.refund(bucket, key);
  };
  for (const count of counts) {
    const refusal = limits.take(...count);
    if (refusal) {
      refund();
      throw rateLimitError(refusal, {
        reason: "too_many_wrong_passwords",
        retrySeconds: wholeSeconds(refusal.resetMs),
      });
    }
    taken.push(count);
  }
  try {
    const result = await attempt();
    refund();
    return result;
  } catch (error) {
    const isWrongPassword = error instanceof AppError && error.status === 401;
    if (!isWrongPassword) refund();
    throw error;
  }
}

async function knownDevice(
  { req, url, state: { services } }: SignInRequest,
  email: Email,
): Promise<string | null> {
  if (!hasDeviceCookie(req.headers)) return null;
  const account = await services.accounts.byEmail(email);
  if (account === null) return null;
  const cookie = deviceCookieOf(url, services.config.BASE_URL, account.id);
  return services.devices.deviceOf(account, cookie.read(req.headers));
}

/**
 * Runs a change that requires the member's current password, and counts it if
 * the password is wrong. This count is separate from failures at the sign-in
 * page, which strangers cause.
 *
 * @throws {AppError} 429; what `change` throws
 */
export function confirmed<T>(
  limits: Pick<Limits, "take" | "refund">,
  { id }: Pick<Account, "id">,
  change: () => Promise<T>,
): Promise<T> {
  return countFailure(limits, [["auth", `account:${id}`]], change);
}

/** The signed-in member. @throws {AppError} 401 if nobody is signed in */
export function requireMember({ member }: { member?: Member | null }): Member {
  if (member) return member;
  throw new AppError(401, "UNAUTHORIZED", { reason: "sign_in_required" });
}

/**
 * Ends the sessions of a browser's cookies. Returns false if the store fails
 * and they stay valid; the browser can still delete its cookie.
 */
export async function endSessions(
  sessions: Pick<Sessions, "end">,
  cookies: readonly string[],
  report: (error: AppError) => void,
): Promise<boolean> {
  try {
    await Promise.all(cookies.map((cookie) => sessions.end(cookie)));
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.status === 503)) throw error;
    report(error);
    return false;
  }
}
