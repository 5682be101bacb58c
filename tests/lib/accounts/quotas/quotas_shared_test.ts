import assert from "node:assert/strict";
import { Quotas } from "../../../../lib/accounts/quotas/quotas.ts";
import { monthOf } from "../../../../lib/accounts/quotas/quota_record.ts";
import { retryLocked, Store } from "../../../../lib/store/store.ts";
import { withKvFile } from "../../limits/gated_kv.ts";
import { addToken, assertStored } from "./quota_fixture.ts";
import { START_MS, times } from "../fixture.ts";
import { testIn } from "../../../support/test_with.ts";

const test = testIn(withKvFile);

const CALLERS = 8;
/** The size of the largest batch. */
const MOST = 4;

function openFile(path: string): Promise<Deno.Kv> {
  return retryLocked(() => Deno.openKv(path));
}

test("Quotas - two handles of one file together grant exactly the quota", async (path) => {
  const handles = [await openFile(path), await openFile(path)];
  const vip = { tier: "vip", vipQuota: 300 } as const;
  const { account, hash } = await addToken(handles[0], vip);
  const instances = handles.map((kv) =>
    new Quotas({
      store: new Store({ kv, timeoutMs: 20_000 }),
      now: () => START_MS,
      limitMs: 20_000,
    })
  );
  const granted = [0, 0];
  let refunded = 0;
  const calls = instances.flatMap((quotas, i) =>
    times(CALLERS, async () => {
      for (;;) {
        const count = granted[i] % MOST + 1;
        const { isGranted, quota, refund } = await quotas.charge(hash, count);
        if (!isGranted) {
          assert(quota.remaining < count);
          return;
        }
        granted[i] += count;
        if (count < MOST) continue;
        // One of them failed.
        refund(1);
        refunded++;
      }
    })
  );
  await Promise.all(calls);
  // What was given back too late for the callers is there for these.
  let late = 0;
  await Promise.all(instances.map((quotas) => quotas.flush()));
  while ((await instances[0].charge(hash)).isGranted) late++;
  assert.equal(granted[0] + granted[1] + late - refunded, 300);
  assert(granted[0] > 0 && granted[1] > 0, String(granted));
  await assertStored(handles[0], account, 300);
  await Promise.all(instances.map((quotas) => quotas.close()));
  for (const kv of handles) kv.close();
});

test("Quotas - after one of two processes is killed, the quota holds and only charges in flight are lost", async (path) => {
  const quota = 12_000;
  const first = await openFile(path);
  const vip = { tier: "vip", vipQuota: quota } as const;
  const { account, hash } = await addToken(first, vip);
  first.close();
  const processes = [1, 2].map(() => startCharging(path, hash));
  const [killed, other] = processes;
  await killed.grants(50);
  killed.child.kill("SIGKILL");
  const before = await killed.grants();
  const after = await other.grants();
  assert.equal((await killed.child.status).signal, "SIGKILL");
  assert.equal((await other.child.status).code, 0);
  const kv = await openFile(path);
  const month = monthOf(Date.now());
  await assertStored(kv, account, quota, 0, { month });
  kv.close();
  assert(before >= 50 && after >= 50, `${before}, ${after}`);
  assert(before + after <= quota, `${before} + ${after}`);
  const inFlight = CALLERS / MOST * (1 + 2 + 3 + MOST);
  assert(before + after >= quota - inFlight, `${before} + ${after}`);
});

function startCharging(path: string, hash: string) {
  const script = new URL("charging_process.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", script, path, hash, `${CALLERS}`, `${MOST}`],
    stdout: "piped",
  }).spawn();
  let lines = 0;
  const watched: { atLeast: number; resolve: (lines: number) => void }[] = [];
  const ended = (async () => {
    for await (const chunk of child.stdout) {
      lines += chunk.filter((byte) => byte === 10).length;
      for (const { atLeast, resolve } of watched) {
        if (lines >= atLeast) resolve(lines);
      }
    }
    return lines;
  })();
  /** How many grants it told of: once there are so many, or at its end. */
  const grants = (atLeast?: number) =>
    atLeast === undefined ? ended : new Promise<number>((resolve) => {
      watched.push({ atLeast, resolve });
      if (lines >= atLeast) resolve(lines);
      ended.then(resolve);
    });
  return { child, grants };
}
