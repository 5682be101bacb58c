import type { Outcome } from "./outcome.ts";
import { runInThread } from "../../core/thread_request.ts";
import type { UpdateRequest } from "./update_worker.ts";

/**
 * Updates the data in a worker thread, which the signal terminates.
 *
 * @throws {Error} if the update could not run; the signal's reason
 */
export function updateInThread(
  request: UpdateRequest,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const program = new URL("./update_worker.ts", import.meta.url);
  return runInThread(program, "data update", request, signal);
}
