import assert from "node:assert/strict";
import type { Outcome } from "../../../../lib/data/update/outcome.ts";
import { scheduledUpdate } from "../../../../lib/data/update/scheduled_update.ts";

const { signal } = new AbortController();

function outcome(feed: string, outcome: Outcome["outcome"]): Outcome {
  return { feed, outcome, message: "why", entries: null, bytes: null };
}

/** A scheduled update with given answers, and what it was asked. */
function updates(...answers: (Outcome[] | Error)[]) {
  const asked: (readonly string[] | undefined)[] = [];
  const run = scheduledUpdate((_signal, only) => {
    asked.push(only);
    const answer = answers.shift()!;
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(answer);
  });
  return { asked, run };
}

Deno.test("scheduledUpdate - succeeds where nothing failed", async () => {
  const { run, asked } = updates([
    outcome("a", "updated"),
    outcome("b", "unchanged"),
    outcome("c", "skipped"),
  ]);
  await run(signal, 0);
  assert.deepEqual(asked, [undefined]);
});

Deno.test("scheduledUpdate - repetitions ask for what failed only", async () => {
  const { run, asked } = updates(
    [outcome("a", "kept"), outcome("b", "updated"), outcome("c", "kept")],
    [outcome("a", "updated"), outcome("c", "kept")],
    [outcome("c", "updated")],
    [outcome("a", "unchanged")],
  );
  await assert.rejects(run(signal, 0), { message: "a: why; c: why" });
  await assert.rejects(run(signal, 1), { message: "c: why" });
  await run(signal, 2);
  await run(signal, 0);
  assert.deepEqual(asked, [undefined, ["a", "c"], ["c"], undefined]);
});

Deno.test("scheduledUpdate - an update that could not begin is repeated as it was", async () => {
  const { run, asked } = updates(
    [outcome("a", "kept")],
    new Error("another update is running."),
    [outcome("a", "updated")],
  );
  await assert.rejects(run(signal, 0));
  await assert.rejects(run(signal, 1), {
    message: "another update is running.",
  });
  await run(signal, 2);
  assert.deepEqual(asked, [undefined, ["a"], ["a"]]);
});

Deno.test("scheduledUpdate - the signal is passed on", async () => {
  const { signal } = new AbortController();
  await scheduledUpdate((given) => {
    assert.equal(given, signal);
    return Promise.resolve([]);
  })(signal, 0);
});
