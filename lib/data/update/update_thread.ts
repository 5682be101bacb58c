import type { Outcome } from "./outcome.ts";
import { assertSpareDescriptors } from "../../core/spare_descriptors.ts";
import type { UpdateOrder, UpdateReport } from "./update_worker.ts";

/**
 * Updates the data in a thread of its own, which the signal ends.
 *
 * @throws {Error} what kept the update from running; the reason of the signal
 */
export async function updateInThread(
  order: UpdateOrder,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  signal.throwIfAborted();
  assertSpareDescriptors();
  const worker = new Worker(new URL("./update_worker.ts", import.meta.url), {
    type: "module",
    name: "data update",
  });
  const { promise, resolve, reject } = Promise.withResolvers<UpdateReport>();
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
