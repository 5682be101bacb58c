import assert from "node:assert/strict";
import { pause } from "../../../lib/probe/pause.ts";

Deno.test("pause - ends by its time", async () => {
  await pause(1, new AbortController().signal);
});

Deno.test("pause - ends at once where the signal aborts, and leaves no timer", async () => {
  const controller = new AbortController();
  const paused = pause(3_600_000, controller.signal);
  controller.abort();
  assert.equal(await paused, undefined);
  assert.equal(await pause(3_600_000, controller.signal), undefined);
});
