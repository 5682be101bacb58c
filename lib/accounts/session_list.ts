import type { SessionView } from "../shared/session_view.ts";
import type { Member } from "./account.ts";
import type { Sessions } from "./sessions.ts";

type SessionStore = Pick<Sessions, "list" | "revoke">;

/** Enough of an id to tell sessions apart, too little to look one up by. */
const HANDLE_LENGTH = 16;

/** A member's sessions, the newest first. @throws {AppError} 503 */
export async function sessionViews(
  sessions: SessionStore,
  { account, sessionId }: Member,
): Promise<SessionView[]> {
  return (await sessions.list(account.id)).map((session) => ({
    handle: handleOf(session.id),
    isThis: session.id === sessionId,
    agent: session.agent,
    address: session.address,
    createdAtMs: session.createdAtMs,
    seenAtMs: session.seenAtMs,
  }));
}

/** Ends the session that a handle names; one that has ended already is no fault. @throws {AppError} 503 */
export async function revokeByHandle(
  sessions: SessionStore,
  { account }: Member,
  handle: string,
): Promise<void> {
  for (const { id } of await sessions.list(account.id)) {
    if (handleOf(id) === handle) await sessions.revoke(account.id, id);
  }
}

function handleOf(sessionId: string): string {
  return sessionId.slice(0, HANDLE_LENGTH);
}
