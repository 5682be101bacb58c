import type { Sessions } from "../accounts/sessions.ts";
import { describeError, type Log } from "../log.ts";
import { AppError } from "./errors.ts";

/**
 * Ends the sessions of a browser's cookies; false where the store is gone, and
 * they live on. The cookie can be taken out of the browser all the same.
 */
export async function endSessions(
  sessions: Pick<Sessions, "end">,
  cookies: readonly string[],
  log: Log,
): Promise<boolean> {
  try {
    await Promise.all(cookies.map((cookie) => sessions.end(cookie)));
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.status === 503)) throw error;
    log.error("a session could not be ended", { error: describeError(error) });
    return false;
  }
}
