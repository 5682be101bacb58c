import assert from "node:assert/strict";
import fc from "fast-check";
import { Limiter } from "../../../lib/limits/limiter.ts";
import { counterPrefix } from "../../../lib/store/keys.ts";
import { everyBucket, gatedKv, startMs, withKv } from "./gated_kv.ts";
import { forAllAsync } from "../../support/for_all.ts";

// The test's clock is much slower than KV's, which deletes by real time.
const windowMs = 1_000_000_000;
const limit = 3;

/** A model of the rate limit without KV and bounds: what a client must see. */
class ModelLimiter {
  readonly #windows = new Map<string, { startMs: number; count: number }>();

  take(client: string, nowMs: number) {
    let window = this.#windows.get(client);
    if (!window || nowMs - window.startMs >= windowMs) {
      window = { startMs: nowMs, count: 0 };
      this.#windows.set(client, window);
    }
    if (window.count < limit) {
      window.count++;
      return null;
    }
    const resetMs = window.startMs + windowMs - nowMs;
    return { bucket: "text", limit, windowMs, resetMs };
  }
}

const clients = fc.constantFrom("a", "b", "c");

Deno.test("Limiter - agrees with the model under any flushes and restarts", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ take: clients }) },
    { weight: 2, arbitrary: fc.record({ tenths: fc.nat({ max: 11 }) }) },
    { weight: 1, arbitrary: fc.constant("flush" as const) },
    { weight: 1, arbitrary: fc.constant("restart" as const) },
  );
  return forAllAsync(
    [fc.array(step, { minLength: 10, maxLength: 60 })],
    (steps) =>
      withKv(async (kv) => {
        let nowMs = startMs;
        const now = () => nowMs;
        const limits = everyBucket(limit);
        const open = () => new Limiter({ kv, limits, now, windowMs });
        const model = new ModelLimiter();
        let limiter = open();
        for (const step of steps) {
          if (step === "flush") await limiter.flush();
          else if (step === "restart") {
            await limiter.flush();
            limiter = open();
            await limiter.load();
          } else if ("tenths" in step) nowMs += step.tenths * windowMs / 10;
          else {
            const taken = limiter.take("text", step.take);
            assert.deepEqual(taken, model.take(step.take, nowMs));
          }
        }
      }),
    { numRuns: 60 },
  );
});

Deno.test("Limiter - two writers lose or double no request in any interleaving", () => {
  const action = fc.record({
    limiter: fc.nat({ max: 1 }),
    client: clients,
    kind: fc.constantFrom("take", "take", "flush", "fail"),
  });
  return forAllAsync([
    fc.scheduler(),
    fc.array(action, { minLength: 5, maxLength: 40 }),
  ], (scheduler, actions) =>
    withKv(async (kv) => {
      const passed: Record<string, number> = {};
      const faults = [0, 0];
      const limiters = faults.map((_, i) =>
        new Limiter({
          // Before it reaches KV, each operation waits until the scheduler picks it.
          kv: gatedKv(kv, async () => {
            await scheduler.schedule(Promise.resolve());
            if (faults[i] > 0) {
              faults[i]--;
              throw new Error("a simulated error");
            }
          }),
          limits: everyBucket(1000),
          maxUnwritten: 0,
          now: () => startMs,
          windowMs,
        })
      );
      const flushing: (Promise<void> | null)[] = [null, null];
      const flush = (i: number) =>
        flushing[i] ??= limiters[i].flush()
          .catch((error) => assert.match(error.message, /a simulated error/))
          .finally(() => flushing[i] = null);
      const all = actions.map(async ({ limiter, client, kind }) => {
        await scheduler.schedule(Promise.resolve());
        if (kind === "flush") await flush(limiter);
        else if (kind === "fail") faults[limiter]++;
        else {
          assert.equal(limiters[limiter].take("text", client), null);
          passed[client] = (passed[client] ?? 0) + 1;
        }
      });
      await scheduler.waitFor(Promise.all(all));
      for (const i of [0, 1]) {
        faults[i] = 0;
        while (limiters[i].unflushed > 0) await scheduler.waitFor(flush(i));
      }
      const stored: Record<string, number> = {};
      const entries = kv.list<{ count: number }>({ prefix: counterPrefix() });
      for await (const { key, value } of entries) {
        stored[String(key[3])] = value.count;
      }
      assert.deepEqual(stored, passed);
    }), { numRuns: 100 });
});
