import assert from "node:assert/strict";
import { withDeadline } from "../../../lib/profile/deadline.ts";

const never = () => new Promise<never>(() => {});

Deno.test("withDeadline - gives what the work gives", async () => {
  const { signal } = new AbortController();
  assert.equal(await withDeadline(60_000, signal, () => Promise.resolve(5)), 5);
});

Deno.test("withDeadline - fails as the work fails", async () => {
  const { signal } = new AbortController();
  const work = () => Promise.reject(new Error("broken"));
  await assert.rejects(withDeadline(60_000, signal, work), /broken/);
});

Deno.test("withDeadline - gives up work that does not heed its signal", async () => {
  const { signal } = new AbortController();
  let seen: AbortSignal | undefined;
  await assert.rejects(
    withDeadline(1, signal, (limited) => {
      seen = limited;
      return never();
    }),
    { name: "TimeoutError" },
  );
  assert.equal(seen?.aborted, true);
  assert.equal(seen?.reason.name, "TimeoutError");
});

Deno.test("withDeadline - aborts with the outer signal and its reason", async () => {
  const controller = new AbortController();
  const reason = new Error("gone");
  let seen: AbortSignal | undefined;
  const running = withDeadline(60_000, controller.signal, (limited) => {
    seen = limited;
    return never();
  });
  controller.abort(reason);
  await assert.rejects(running, reason);
  assert.equal(seen?.reason, reason);
});

Deno.test("withDeadline - does not begin under an aborted signal", async () => {
  let began = false;
  const work = () => {
    began = true;
    return Promise.resolve();
  };
  const reason = new Error("gone");
  await assert.rejects(
    withDeadline(60_000, AbortSignal.abort(reason), work),
    reason,
  );
  assert.equal(began, false);
});
