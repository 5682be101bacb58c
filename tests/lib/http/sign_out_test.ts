import assert from "node:assert/strict";
import { AppError } from "../../../lib/http/errors.ts";
import { endSessions } from "../../../lib/http/sign_out.ts";

function rig(end: () => Promise<void>) {
  const ended: string[] = [];
  const told: AppError[] = [];
  const report = (error: AppError) => void told.push(error);
  const sessions = {
    end(cookie: string) {
      ended.push(cookie);
      return end();
    },
  };
  return { ended, told, end: () => endSessions(sessions, ["a", "b"], report) };
}

Deno.test("endSessions - ends each", async () => {
  const { ended, told, end } = rig(() => Promise.resolve());
  assert.equal(await end(), true);
  assert.deepEqual([ended, told], [["a", "b"], []]);
});

Deno.test("endSessions - a store that is gone is no fault, but reported", async () => {
  const gone = new AppError(503, "SERVICE_UNAVAILABLE", "gone");
  const { told, end } = rig(() => Promise.reject(gone));
  assert.equal(await end(), false);
  assert.deepEqual(told, [gone]);
});

Deno.test("endSessions - a fault of ours is not hidden", async () => {
  const fault = new TypeError("a slip");
  const { told, end } = rig(() => Promise.reject(fault));
  await assert.rejects(end(), fault);
  assert.deepEqual(told, []);
});
