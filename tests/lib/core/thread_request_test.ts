import assert from "node:assert/strict";
import { runInThread } from "../../../lib/core/thread_request.ts";

const { signal } = new AbortController();

/** A thread that runs `code` for a request in `data`. */
function ask(code: string, signalOfTest = signal): Promise<unknown> {
  const program = `self.onmessage = ({ data }) => { ${code} };`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  return runInThread(url, "test", "request", signalOfTest);
}

Deno.test("runInThread - returns the result of the request, or rejects with the message of the work, the thread's own error or the signal's reason", async () => {
  const result = await ask("self.postMessage({ result: data + '!' })");
  assert.equal(result, "request!");
  const failed = ask("self.postMessage({ message: 'no disk' })");
  await assert.rejects(failed, { message: "no disk" });
  await assert.rejects(ask("throw new Error('crashed')"), /crashed/);
  const controller = new AbortController();
  const running = ask("", controller.signal);
  const reason = new Error("the server stops");
  controller.abort(reason);
  await assert.rejects(running, reason);
  await assert.rejects(ask("", controller.signal), reason);
});
