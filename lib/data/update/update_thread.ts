import type { Outcome } from "./outcome.ts";
import { assertSpareDescriptors } from "../../core/async.ts";
import type { UpdateReply, UpdateRequest } from "./update_worker.ts";

/**
 * Updates the data in a worker thread, which the signal terminates.
 *
 * @throws {Error} if the update could not run; the signal's reason
 */
export async function updateInThread(
  order: UpdateRequest,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  signal.throwIfAborted();
  assertSpareDescriptors();
  const worker = new Worker(new URL("./update_worker.ts", import.meta.url), {
    type: "module",
    name: "data update",
  });
  const { promise, resolve, reject } = Promise.withResolvers<UpdateReply>();
  const stop = () => reject(signal.reason);
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  signal.addEventListener("abort", stop, { once: true });
  worker.postMessage(order);
  try {
    const report = await promise;
    if ("message" in report) throw new Error(report.message);
    return report.outcomes;
  } finally {
    signal.removeEventListener("abort", stop);
    worker.terminate();
  }
}
