import { addAbortListener } from "node:events";
import process from "node:process";
import { assertSpareDescriptors } from "./async.ts";
import { messageOf } from "./errors.ts";

/** What a worker thread replies: the result of its work, or the message of the error. */
type ThreadReply<Result> =
  | { readonly result: Result }
  | { readonly message: string };

/** In a worker thread: replies to each request with what `work` returns. */
export function serveThread<Request, Result>(
  work: (request: Request) => Promise<Result>,
): void {
  const thread = self as unknown as {
    onmessage: (event: MessageEvent<Request>) => void;
    postMessage(reply: ThreadReply<Result>): void;
  };
  thread.onmessage = async ({ data }) => {
    try {
      thread.postMessage({ result: await work(data) });
    } catch (error) {
      thread.postMessage({ message: messageOf(error) });
    }
  };
}

/**
 * A function that collects a thread's garbage, because V8 would let that of hundreds of
 * thousands of objects grow first.
 */
export function garbageCollection(): () => void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  const { runInNewContext } = process.getBuiltinModule("node:vm");
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

/**
 * Sends a request to a thread that has no other one under way.
 *
 * @throws {Error} if the thread or its work fails; the signal's reason
 */
export async function askThread<Result>(
  worker: Worker,
  request: unknown,
  signal?: AbortSignal,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<
    ThreadReply<Result>
  >();
  using _stop = signal &&
    addAbortListener(signal, () => reject(signal.reason));
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage(request);
  const reply = await promise;
  if ("message" in reply) throw new Error(reply.message);
  return reply.result;
}

/**
 * Makes one request to a thread of its own, which the signal terminates.
 *
 * @throws {Error} as `askThread`, or if the process is out of file descriptors
 */
export async function runInThread<Result>(
  program: URL,
  name: string,
  request: unknown,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  assertSpareDescriptors();
  const worker = new Worker(program, { type: "module", name });
  try {
    return await askThread(worker, request, signal);
  } finally {
    worker.terminate();
  }
}
