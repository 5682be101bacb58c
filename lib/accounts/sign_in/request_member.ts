import type { Member } from "../account_record.ts";
import type { Sessions } from "./sessions.ts";
import { AppError } from "../../core/errors.ts";
import { sessionCookieOf } from "./session.ts";

/**
 * Returns the member of the first session cookie that is valid. A browser sends
 * several of the same name if some were set for another path or for the parent
 * domain, and those must not lock a member out.
 *
 * @throws {AppError} 503
 */
export async function findSession(
  sessions: Pick<Sessions, "memberOf">,
  cookies: readonly string[],
): Promise<{ member: Member; cookie: string } | null> {
  for (const cookie of cookies) {
    const member = await sessions.memberOf(cookie);
    if (member) return { member, cookie };
  }
  return null;
}

/** The parts of a request that identify the member. */
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
 * The signed-in member, for pages that guests get as well; null for guests. If
 * the store fails, everybody is a guest, because the page is still useful.
 * Returns null synchronously without a cookie, so that guests cost nothing.
 */
export function optionalMember(
  request: SessionRequest,
): Promise<Member | null> | null {
  const { headers } = request.req;
  if (headers.get("cookie") === null) return null;
  const { config, sessions } = request.state.services;
  const cookies = sessionCookieOf(request.url, config.BASE_URL).read(headers);
  if (cookies.length === 0) return null;
  return findSession(sessions, cookies).then(
    (found) => found?.member ?? null,
    (error) => {
      if (error instanceof AppError && error.status === 503) return null;
      throw error;
    },
  );
}
