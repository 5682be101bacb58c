import type { Member } from "../account.ts";
import type { Sessions } from "./sessions.ts";
import { AppError } from "../../core/errors.ts";
import { sessionCookieOf } from "./session.ts";

/** Who is signed in, and the cookie that says so. */
export interface SignedIn {
  member: Member;
  cookie: string;
}

/**
 * Who sent some session cookies: the first that opens something counts. A
 * browser sends several of one name where some were set for another path or
 * for the domain above, and those must not lock a member out.
 *
 * @throws {AppError} 503
 */
export async function findSession(
  sessions: Pick<Sessions, "memberOf">,
  cookies: readonly string[],
): Promise<SignedIn | null> {
  for (const cookie of cookies) {
    const member = await sessions.memberOf(cookie);
    if (member) return { member, cookie };
  }
  return null;
}

/** What a request has to tell of whom it comes from. */
export interface SessionRequest {
  readonly req: Request;
  readonly url: URL;
  readonly state: {
    readonly services: {
      readonly sessions: Pick<Sessions, "memberOf">;
      readonly config: { readonly BASE_URL?: URL };
    };
  };
}

/**
 * Who is signed in, for what guests get as well: a store that is gone makes a
 * guest of everybody instead of taking the page away. Null at once where there
 * is no cookie: a guest costs nothing.
 */
export function optionalMember(
  asked: SessionRequest,
): Promise<Member | null> | null {
  const { headers } = asked.req;
  if (headers.get("cookie") === null) return null;
  const { config, sessions } = asked.state.services;
  const cookies = sessionCookieOf(asked.url, config.BASE_URL).read(headers);
  if (cookies.length === 0) return null;
  return findSession(sessions, cookies).then(
    (found) => found?.member ?? null,
    (error) => {
      if (error instanceof AppError && error.status === 503) return null;
      throw error;
    },
  );
}
