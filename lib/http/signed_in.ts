import type { Member } from "../accounts/account.ts";
import type { Sessions } from "../accounts/sessions.ts";

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
export async function signedIn(
  sessions: Pick<Sessions, "memberOf">,
  cookies: readonly string[],
): Promise<SignedIn | null> {
  for (const cookie of cookies) {
    const member = await sessions.memberOf(cookie);
    if (member) return { member, cookie };
  }
  return null;
}
