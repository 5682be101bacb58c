import assert from "node:assert/strict";
import { AppError } from "../../../lib/http/errors.ts";
import { endSessions } from "../../../lib/http/sign_out.ts";
import { createLog } from "../../../lib/log.ts";

function rig(end: () => Promise<void>) {
  const ended: string[] = [];
  const lines: string[] = [];
  const log = createLog({
    level: "info",
    now: () => 0,
    write: (line) => lines.push(line),
  });
  const sessions = {
    end(cookie: string) {
      ended.push(cookie);
      return end();
    },
  };
  return { ended, lines, end: () => endSessions(sessions, ["a", "b"], log) };
}

Deno.test("endSessions - ends each", async () => {
  const { ended, lines, end } = rig(() => Promise.resolve());
  assert.equal(await end(), true);
  assert.deepEqual([ended, lines], [["a", "b"], []]);
});

Deno.test("endSessions - a store that is gone is no fault, but logged", async () => {
  const gone = new AppError(503, "SERVICE_UNAVAILABLE", "gone");
  const { lines, end } = rig(() => Promise.reject(gone));
  assert.equal(await end(), false);
  assert.equal(lines.length, 1);
  assert.match(lines[0], /error a session could not be ended error=/);
});

Deno.test("endSessions - a fault of ours is not hidden", async () => {
  const fault = new TypeError("a slip");
  const { end } = rig(() => Promise.reject(fault));
  await assert.rejects(end(), fault);
});
