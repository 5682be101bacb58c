import assert from "node:assert/strict";
import fc from "fast-check";
import {
  monthOf,
  resetOf,
} from "../../../../lib/accounts/quotas/quota_record.ts";
import type { Charge, Quota } from "../../../../lib/accounts/quotas/quotas.ts";
import { accountKey, quotaKey } from "../../../../lib/store/keys.ts";
import { addToken, openQuotas, type TrickyKv } from "./quota_fixture.ts";
import { START_MS } from "../fixture.ts";
import { forAllAsync } from "../../../support/for_all.ts";

const QUOTA = 3;
const BONUS = 2;
const vip = { tier: "vip", vipQuota: QUOTA } as const;
/** Most are single requests, some are batches. */
const count = fc.constantFrom(1, 1, 1, 2, 3);
const times = [START_MS, Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 11, 1)];

/** The rule alone: no store, no instances, nothing at the same time. */
class ModelQuota {
  vipQuota = QUOTA;
  readonly #months = new Map<string, { used: number; bonus: number }>();

  month(nowMs: number) {
    const month = this.#months.get(monthOf(nowMs)) ?? { used: 0, bonus: 0 };
    this.#months.set(monthOf(nowMs), month);
    return month;
  }

  charge(nowMs: number, count: number): { isGranted: boolean; quota: Quota } {
    const month = this.month(nowMs);
    const limit = this.vipQuota + month.bonus;
    const isGranted = month.used + count <= limit;
    if (isGranted) month.used += count;
    const used = Math.min(month.used, limit);
    const counts = { limit, used, remaining: limit - used };
    const resetAtMs = resetOf(nowMs);
    return { isGranted, quota: { tier: "vip", ...counts, resetAtMs } };
  }
}

Deno.test("Quotas - two instances in turn decide like the model", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ charge: fc.nat({ max: 1 }), count }) },
    { weight: 2, arbitrary: fc.record({ refund: fc.nat(), count }) },
    { weight: 1, arbitrary: fc.record({ time: fc.constantFrom(...times) }) },
    { weight: 1, arbitrary: fc.record({ quota: fc.nat({ max: 5 }) }) },
    { weight: 1, arbitrary: fc.constant("bonus" as const) },
  );
  return forAllAsync(
    [fc.array(step, { minLength: 10, maxLength: 50 })],
    async (steps) => {
      await using fixture = await openQuotas();
      const second = fixture.open();
      const instances = [fixture.quotas, second];
      const { account, hash } = await addToken(fixture.kv, vip);
      const model = new ModelQuota();
      type Granted = {
        charge: Charge;
        by: number;
        atMs: number;
        count: number;
      };
      const charges: Granted[] = [];
      const given = new Set<number>();
      for (const step of steps) {
        const atMs = fixture.clock.nowMs;
        if (step === "bonus") {
          const month = model.month(atMs);
          month.bonus += BONUS;
          await fixture.kv.set(quotaKey(account.id, 0, monthOf(atMs)), month);
        } else if ("time" in step) fixture.clock.nowMs = step.time;
        else if ("quota" in step) {
          model.vipQuota = step.quota;
          const changed = { ...account, vipQuota: step.quota };
          await fixture.kv.set(accountKey(account.id), changed);
        } else if ("charge" in step) {
          const { charge: by, count } = step;
          const charge = await instances[by].charge(hash, count);
          const { isGranted, quota } = charge;
          assert.deepEqual({ isGranted, quota }, model.charge(atMs, count));
          if (isGranted) charges.push({ charge, by, atMs, count });
        } else if (charges.length > 0) {
          const i = step.refund % charges.length;
          const { charge, by, atMs, count } = charges[i];
          const refunded = Math.min(step.count, count);
          charge.refund(refunded);
          await instances[by].flush();
          if (!given.has(i)) model.month(atMs).used -= refunded;
          given.add(i);
        }
      }
      await second.close();
    },
    { numRuns: 60 },
  );
});

Deno.test("Quotas - no interleaving of two instances grants too much or miscounts", () => {
  const action = fc.record({
    by: fc.nat({ max: 1 }),
    token: fc.nat({ max: 1 }),
    kind: fc.constantFrom("charge", "charge", "charge", "refund", "bonus"),
    count,
  });
  return forAllAsync([
    fc.scheduler(),
    fc.array(action, { minLength: 5, maxLength: 30 }),
  ], async (scheduler, actions) => {
    await using fixture = await openQuotas({ limitMs: 60_000 });
    scheduleAll(fixture.tricky, scheduler);
    const second = fixture.open();
    const instances = [fixture.quotas, second];
    const { kv } = fixture;
    const tokens = [await addToken(kv, vip), await addToken(kv, vip)];
    const keys = tokens.map(({ account }) =>
      quotaKey(account.id, 0, monthOf(START_MS))
    );
    const counts = tokens.map(() => ({ used: 0, bonus: 0 }));
    const refused = [false, false];
    const all = actions.map(async ({ by, token, kind, count }) => {
      await scheduler.schedule(Promise.resolve());
      if (kind === "bonus") {
        counts[token].bonus += BONUS;
        await addBonus(fixture.kv, keys[token]);
        return;
      }
      const { isGranted, refund } = await instances[by]
        .charge(tokens[token].hash, count);
      if (!isGranted) {
        refused[token] = true;
        return;
      }
      if (kind === "refund") refund();
      else counts[token].used += count;
    });
    await scheduler.waitFor(Promise.all(all));
    const closings = instances.map((quotas) => quotas.close());
    await scheduler.waitFor(Promise.all(closings));
    for (const [i, key] of keys.entries()) {
      const { value } = await fixture.kv.get<typeof counts[0]>(key);
      assert.deepEqual(value ?? { used: 0, bonus: 0 }, counts[i]);
      const { used, bonus } = counts[i];
      assert(used <= QUOTA + bonus);
      let wanted = 0;
      for (const { token, kind, count } of actions) {
        if (token === i && kind !== "bonus") wanted += count;
      }
      if (wanted <= QUOTA) assert.equal(refused[i], false);
    }
  }, { numRuns: 80 });
});

/** Before and after it reaches KV, each operation waits until the scheduler picks it. */
function scheduleAll(tricky: TrickyKv, scheduler: fc.Scheduler): void {
  tricky.onCommit = tricky.onRead = async (operate) => {
    await scheduler.schedule(Promise.resolve());
    const outcome = await operate();
    await scheduler.schedule(Promise.resolve());
    return outcome;
  };
}

/** As the redemption of an ad does, in another process. */
async function addBonus(kv: Deno.Kv, key: Deno.KvKey): Promise<void> {
  for (;;) {
    const entry = await kv.get<{ used: number; bonus: number }>(key);
    const { used, bonus } = entry.value ?? { used: 0, bonus: 0 };
    const { ok } = await kv.atomic().check(entry)
      .set(key, { used, bonus: bonus + BONUS }).commit();
    if (ok) return;
  }
}
