import assert from "node:assert/strict";
import { openLimits } from "../../../lib/limits/limits.ts";
import { openStore } from "../../../lib/store/open_store.ts";
import { counterKey } from "../../../lib/store/keys.ts";
import { withAccessToken } from "../../support/access_token.ts";
import { KvConnectServer } from "../../support/kv_connect.ts";
import { everyBucket, startMs } from "./gated_kv.ts";

const token = "token-for-this-test";

async function openOn(server: KvConnectServer) {
  const kv = await openStore({ dataDir: "unused", kvUrl: server.url });
  const lines: string[] = [];
  const clock = { nowMs: startMs };
  const limits = await openLimits({
    kv,
    limits: everyBucket(3),
    now: () => clock.nowMs,
    log: (message) => lines.push(message),
    closeTimeoutMs: 60_000,
  });
  return {
    limits,
    kv,
    lines,
    clock,
    async [Symbol.asyncDispose]() {
      await limits.close();
      kv.close();
    },
  };
}

type Instance = Awaited<ReturnType<typeof openOn>>;

/** Runs a test with two instances of the service that share only a KV Connect server. */
function withTwoInstances(
  test: (one: Instance, other: Instance, server: KvConnectServer) => unknown,
): Promise<void> {
  return withAccessToken(token, async () => {
    await using server = new KvConnectServer({ token });
    await using one = await openOn(server);
    await using other = await openOn(server);
    await test(one, other, server);
  });
}

function passedOf({ limits }: Instance, client: string, times: number): number {
  return Array.from({ length: times }, () => limits.take("text", client))
    .filter((refusal) => refusal === null).length;
}

Deno.test("Limits - two instances on a KV Connect server count together", () =>
  withTwoInstances(async (one, other) => {
    assert.equal(passedOf(one, "client", 2), 2);
    await one.limits.flush();
    assert.equal(passedOf(other, "client", 1), 1);
    await other.limits.flush();
    assert.equal(passedOf(other, "client", 1), 0);
    const { value } = await one.kv.get(counterKey("text", "client"));
    assert.deepEqual(value, { startMs, count: 3 });
  }));

Deno.test("Limits - two instances on a KV Connect server ban together", () =>
  withTwoInstances(async (one, other) => {
    for (let window = 0; window < 10; window++) {
      one.clock.nowMs += 60_000;
      assert.equal(passedOf(one, "client", 4), 3);
      await one.limits.flush();
    }
    other.clock.nowMs = one.clock.nowMs;
    assert.notEqual(one.limits.banEndMs("client"), null);
    await other.limits.flush();
    assert.notEqual(other.limits.banEndMs("client"), null);
  }));

Deno.test("Limits - count in memory while the KV Connect server is down, and share the counts afterwards", () =>
  withTwoInstances(async (one, other, server) => {
    await server.leave();
    assert.equal(passedOf(one, "client", 2), 2);
    const flushed = one.limits.flush();
    assert.equal(passedOf(one, "client", 2), 1);
    server.comeBack();
    await flushed;
    await one.limits.flush();
    assert.equal(passedOf(other, "client", 1), 1);
    await other.limits.flush();
    assert.equal(passedOf(other, "client", 1), 0);
    assert.deepEqual([one.lines, other.lines], [[], []]);
  }));
