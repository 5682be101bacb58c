import type { Sessions } from "../accounts/sessions.ts";
import { AppError } from "./errors.ts";

/**
 * Ends the sessions of a browser's cookies; false where the store is gone, and
 * they live on. The cookie can be taken out of the browser all the same.
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
