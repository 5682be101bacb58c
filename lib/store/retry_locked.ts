/**
 * Runs a KV operation again while another process holds the write lock of the file.
 *
 * Deno gives SQLite no time to wait for the lock: with two processes on one file
 * (a server and its command line) some commits in a hundred fail at once with
 * "database is locked". Such a commit changed nothing, so the same one may be
 * tried again; `attempt` may also read anew.
 *
 * @throws what `attempt` rejects with: any other fault at once, the lock after waiting `limitMs`.
 */
export async function retryLocked<T>(
  attempt: () => Promise<T>,
  limitMs = 5_000,
): Promise<T> {
  let delayMs = 1;
  for (let waitedMs = 0;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || waitedMs >= limitMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    waitedMs += delayMs;
    delayMs = Math.min(delayMs * 2, 20, limitMs);
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message === "database is locked";
}
