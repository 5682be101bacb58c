/** Quotas on a KV Connect server that is slow, fails, or loses what it answers. */
import assert from "node:assert/strict";
import { Quotas } from "../../../../lib/accounts/quotas/quotas.ts";
import { openStore } from "../../../../lib/store/open_store.ts";
import { Store } from "../../../../lib/store/store.ts";
import { withAccessToken } from "../../../support/access_token.ts";
import { KvConnectServer } from "../../../support/kv_connect.ts";
import { assertRefused, START_MS, times } from "../fixture.ts";
import { addToken, assertStored, UNAVAILABLE } from "./quota_fixture.ts";
import { testIn } from "../../../support/test_with.ts";

const test = testIn(withServer);

const token = "token-for-this-test";
/** Of a free account. */
const QUOTA = 100;

interface Fixture {
  server: KvConnectServer;
  kv: Deno.Kv;
  /** Another instance, with a connection of its own. */
  open: (limitMs?: number, commitLimitMs?: number) => Promise<Quotas>;
}

function withServer(body: (fixture: Fixture) => Promise<void>): Promise<void> {
  return withAccessToken(token, async () => {
    await using server = new KvConnectServer({ token });
    await using stack = new AsyncDisposableStack();
    const connect = async () => {
      const kv = await openStore({ dataDir: "unused", kvUrl: server.url });
      stack.defer(() => kv.close());
      return kv;
    };
    const open = async (limitMs = 60_000, commitLimitMs = 60_000) => {
      const kv = await connect();
      const store = new Store({ kv, timeoutMs: 60_000, isRemote: true });
      const limits = { limitMs, commitLimitMs, closeLimitMs: 60_000 };
      const quotas = new Quotas({ store, now: () => START_MS, ...limits });
      stack.defer(() => quotas.close());
      return quotas;
    };
    await body({ server, kv: await connect(), open });
  });
}

test("Quotas.charge - counts requests once if the store's response is lost", async ({ server, kv, open }) => {
  const { account, hash } = await addToken(kv);
  const quotas = await open();
  server.writeFaults.push("lost");
  const charges = await Promise.all([
    quotas.charge(hash, 2),
    quotas.charge(hash, QUOTA - 2),
  ]);
  assert.deepEqual(
    charges.map(({ isGranted, quota }) => [isGranted, quota.remaining]),
    [[true, QUOTA - 2], [true, 0]],
  );
  await assertStored(kv, account, 100);
});

test("Charge.refund - gives nothing back twice if the store's response is lost", async ({ server, kv, open }) => {
  const { account, hash } = await addToken(kv);
  const quotas = await open();
  const charge = await quotas.charge(hash, QUOTA);
  server.writeFaults.push("lost", "lost");
  charge.refund(10);
  await quotas.flush();
  await assertStored(kv, account, 90);
});

test("Quotas - two instances count exactly while responses are late, lost or errors", async ({ server, kv, open }) => {
  const { account, hash } = await addToken(kv);
  const instances = [await open(), await open()];
  server.delayMs = 5;
  for (const fault of ["lost", 503, "lost", "drop"] as const) {
    server.writeFaults.push(fault, null, null, null);
  }
  let granted = 0;
  let isUsedUp = false;
  await Promise.all(
    instances.flatMap((quotas) =>
      times(3, async () => {
        for (let n = 1; !isUsedUp; n++) {
          const charge = await quotas.charge(hash);
          if (!charge.isGranted) isUsedUp = true;
          else if (n % 4 === 0) charge.refund();
          else granted++;
        }
      })
    ),
  );
  await Promise.all(instances.map((quotas) => quotas.flush()));
  await assertStored(kv, account, granted);
  assert(granted <= QUOTA, `a quota of ${QUOTA} was granted ${granted} times`);
});

test("Quotas.charge - while the server is out of order it is 503, and takes nothing from the quota", async ({ server, kv, open }) => {
  const { account, hash } = await addToken(kv);
  const hasty = await open(20, 40);
  let isKnown = false;
  while (!isKnown) {
    // On a busy machine it may be too late, and is given back then.
    await hasty.charge(hash).then(() => isKnown = true, () => {});
  }
  server.dataFault = 503;
  for (let round = 0; round < 5; round++) {
    const charges = [1, 2].map((count) => hasty.charge(hash, count));
    await Promise.all(charges.map((one) => assertRefused(one, UNAVAILABLE)));
  }
  server.dataFault = null;
  const patient = await open();
  assert.equal((await patient.charge(hash)).isGranted, true);
  // A commit that was sent before and is carried out late is given back.
  await hasty.close();
  await assertStored(kv, account, 2);
});
