import assert from "node:assert/strict";
import {
  batched,
  sweep,
  type SweepDeps,
  type SweepOptions,
} from "../../../../lib/lookup/scan/sweep.ts";
import { scanPool } from "../../../../lib/lookup/lookup_deps.ts";
import { DnsError } from "../../../../lib/dns/errors.ts";
import { MemoryIndex } from "../memory_index.ts";
import { policy } from "../policy.ts";
import { ptr } from "../records.ts";
import { type Script, scriptedClient } from "../scripted_client.ts";
import { cidr } from "../../../support/address.ts";
import { caller } from "../../../support/caller.ts";

async function collect<T>(batches: AsyncIterable<T[]>): Promise<T[][]> {
  const all = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

async function* numbers(count: number, failure?: Error) {
  for (let i = 0; i < count; i++) yield i;
  if (failure) throw await Promise.resolve(failure);
}

Deno.test("batched - passes on full batches at once", async () => {
  const options = { maxItems: 4, maxMs: 60_000 };
  assert.deepEqual(await collect(batched(numbers(10), options)), [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]);
  assert.deepEqual(await collect(batched(numbers(0), options)), []);
});

Deno.test("batched - does not hold back single items", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  async function* trickle() {
    yield "first";
    await held;
    yield "second";
  }
  const batches = batched(trickle(), { maxItems: 100, maxMs: 10 });
  assert.deepEqual((await batches.next()).value, ["first"]);
  release();
  assert.deepEqual((await batches.next()).value, ["second"]);
  assert.equal((await batches.next()).done, true);
});

Deno.test("batched - passes on the items before a failure first", async () => {
  const failure = new Error("no more");
  const options = { maxItems: 100, maxMs: 60_000 };
  const batches = batched(numbers(2, failure), options);
  assert.deepEqual((await batches.next()).value, [0, 1]);
  await assert.rejects(batches.next(), failure);
});

Deno.test("batched - does not wait for the next item when the reader stops", async () => {
  let isEnded = false;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  async function* stalling() {
    try {
      yield 1;
      await held;
    } finally {
      isEnded = true;
    }
  }
  for await (const _ of batched(stalling(), { maxItems: 1, maxMs: 10 })) break;
  assert.equal(isEnded, false);
  release();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(isEnded, true);
});

function partsOf(script: Script, more: Partial<SweepDeps> = {}): SweepDeps {
  return {
    client: scriptedClient(script),
    index: new MemoryIndex(),
    now: () => 0,
    policy,
    scans: scanPool({ maxScans: 1, queueTimeoutMs: 1 }),
    ...more,
  };
}

/** Sweeps a network of eight addresses, unless another is given. */
function begin(
  deps: SweepDeps,
  limits: Partial<SweepOptions> = {},
  network = "192.0.2.0/29",
) {
  return sweep(cidr(network), deps, { ...caller, ...limits });
}

const stepsOf = (...parameters: Parameters<typeof begin>) =>
  Array.fromAsync(begin(...parameters));

const NOTHING = { pointers: [], scanned: 0, failed: 0, reserved: 0 };
const NO_PERMITS = { scans: scanPool({ maxScans: 0, queueTimeoutMs: 1 }) };

const clientWith = (queryPtr: SweepDeps["client"]["queryPtr"]) => ({
  ...scriptedClient({}),
  queryPtr,
});

/** A client that responds for the first address only. */
const stallingClient = () =>
  clientWith(async function* (ips, { signal } = {}) {
    for await (const ip of ips) {
      yield { ip, names: ["first.test"] };
      await new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    }
  });

const FAILED = { name: "AppError", status: 422, code: "QUERY_FAILED" };

Deno.test("sweep - yields an empty step first and all addresses last, and fills the index", async () => {
  const index = new MemoryIndex();
  const deps = partsOf({
    "192.0.2.1 PTR": [ptr("x", "one.test"), ptr("x", "uno.test")],
    "192.0.2.6 PTR": null,
  }, { index });
  const steps = await stepsOf(deps);
  assert.deepEqual(steps[0], { ...NOTHING, isCut: false });
  const { scanned, failed, isCut } = steps[steps.length - 1];
  assert.deepEqual([scanned, failed, isCut], [8, 1, false]);
  const rows = index.rows.map(({ kind, name, value }) => [kind, name, value]);
  const names = ["one.test", "uno.test"];
  assert.deepEqual(rows, names.map((name) => ["ptr", name, "192.0.2.1"]));
  assert.equal(deps.scans.acquired, 0);
});

Deno.test("sweep - takes sixteen names of an address, and sets isCut", async () => {
  const names = Array.from({ length: 17 }, (_, i) => ptr("x", `n${i}.test`));
  for (const count of [16, 17]) {
    const index = new MemoryIndex();
    const script = { "192.0.2.1 PTR": names.slice(0, count) };
    const steps = await stepsOf(partsOf(script, { index }));
    assert.equal(index.rows.length, 16);
    assert.equal(steps.some(({ isCut }) => isCut), count > 16);
  }
});

Deno.test("sweep - looks up a single address without a permit", async () => {
  const script = { "192.0.2.1 PTR": [ptr("x", "one.test")] };
  const deps = partsOf(script, NO_PERMITS);
  const steps = await stepsOf(deps, {}, "192.0.2.1/32");
  assert.deepEqual(steps.at(-1)?.pointers[0].names, ["one.test"]);
  assert.equal(deps.scans.acquired, 0);
});

Deno.test("sweep - throws 503 without a free permit, and releases its own at the end", async () => {
  const deps = partsOf({});
  const first = begin(deps);
  await first.next();
  const busy = { name: "AppError", status: 503, code: "SERVICE_UNAVAILABLE" };
  await assert.rejects(begin(deps).next(), busy);
  await first.return(undefined);
  assert.equal(deps.scans.acquired, 0);
  const other = begin(deps);
  assert.equal((await other.next()).done, false);
  await other.return(undefined);
});

Deno.test("sweep - ends on abort, even while it waits for a response", async () => {
  const leaving = new AbortController();
  const deps = partsOf({}, { client: stallingClient() });
  const steps = begin(deps, { signal: leaving.signal });
  await steps.next();
  const { value } = await steps.next();
  assert.equal(value?.scanned, 1);
  const waiting = steps.next();
  leaving.abort(new Error("left"));
  // Even before anyone reads on, the permit is free.
  assert.equal(deps.scans.acquired, 0);
  await assert.rejects(waiting, { message: "left" });
});

Deno.test("sweep - ends if its client leaves in the turn in which it gets the permit", async () => {
  const leaving = new AbortController();
  const scans = scanPool({ maxScans: 1 });
  const deps = partsOf({}, { scans });
  const permit = await scans.acquire(caller);
  const waiting = begin(deps, { signal: leaving.signal }).next();
  permit[Symbol.dispose]();
  leaving.abort(new Error("left"));
  await assert.rejects(waiting, { message: "left" });
  assert.equal(scans.acquired, 0);
});

Deno.test({
  name: "sweep - a client that leaves between two steps leaves no timer",
  sanitizeOps: true,
  async fn() {
    const leaving = new AbortController();
    const deps = partsOf({}, { client: stallingClient() });
    await begin(deps, { signal: leaving.signal }).next();
    leaving.abort(new Error("left"));
    assert.equal(deps.scans.acquired, 0);
    // Nobody reads on or closes the generator.
  },
});

Deno.test("sweep - releases its permit when the time is up, even if its reader has stopped", async () => {
  const deps = partsOf({}, { client: stallingClient() });
  const steps = begin(deps, { timeoutMs: 150 });
  await steps.next();
  const { value } = await steps.next();
  assert.equal(value?.scanned, 1);
  const { value: last } = await steps.next();
  assert.deepEqual(last, { ...NOTHING, scanned: 1, isCut: true });
  assert.equal(deps.scans.acquired, 0);
  assert.equal((await steps.next()).done, true);
});

Deno.test("sweep - throws QUERY_FAILED if no address gets a response", async () => {
  const silent = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`192.0.2.${i} PTR`, null]),
  );
  const deps = partsOf(silent);
  await assert.rejects(stepsOf(deps), FAILED);
  assert.equal(deps.scans.acquired, 0);
});

Deno.test("sweep - throws QUERY_FAILED without servers, and early if all are silent", async () => {
  const without = partsOf({}, {
    client: clientWith(async function* () {
      yield await Promise.reject(new DnsError("no servers", "none"));
    }),
  });
  await assert.rejects(stepsOf(without), FAILED);

  let nowMs = 0;
  const silent = partsOf({}, {
    now: () => nowMs += 15_000,
    client: clientWith(async function* (ips) {
      for await (const ip of ips) {
        yield { ip, names: null };
        await new Promise(() => {});
      }
    }),
  });
  await assert.rejects(stepsOf(silent), FAILED);
});

Deno.test("sweep - flushes the index before it ends, but does not wait for one that is stuck", async () => {
  const index = new MemoryIndex();
  await stepsOf(partsOf({}, { index }));
  assert.equal(index.flushes, 1);
  const stuck = new MemoryIndex();
  stuck.flush = () => new Promise(() => {});
  const deps = partsOf({}, { index: stuck });
  const steps = await stepsOf(deps, { flushTimeoutMs: 10 });
  assert.equal(steps[steps.length - 1].scanned, 8);
});

Deno.test("sweep - records two names per address of a network, and 64 at least", async () => {
  const names = Array.from({ length: 16 }, (_, i) => ptr("x", `n${i}.test`));
  const recorded = async (network: string, addresses: string[]) => {
    const index = new MemoryIndex();
    const script = Object.fromEntries(
      addresses.map((text) => [`${text} PTR`, names]),
    );
    await stepsOf(partsOf(script, { index }), {}, network);
    return index.rows.length;
  };
  const addresses = Array.from({ length: 64 }, (_, i) => `192.0.2.${i}`);
  assert.equal(await recorded("192.0.2.0/26", addresses), 128);
  assert.equal(await recorded("192.0.2.0/28", addresses), 64);
});

Deno.test("sweep - looks up no reserved address, and needs no permit for a reserved network", async () => {
  const client = scriptedClient({});
  const deps = partsOf({}, { client, ...NO_PERMITS });
  assert.deepEqual(await stepsOf(deps, {}, "192.168.1.0/24"), [
    { ...NOTHING, reserved: 256, isCut: false },
  ]);
  assert.deepEqual(client.questions, []);
});

Deno.test("sweep - looks up the addresses of a network that are not reserved", async () => {
  const client = scriptedClient({});
  // 192.88.99.2 is reserved within a network that is not.
  const steps = await stepsOf(partsOf({}, { client }), {}, "192.88.99.0/29");
  const { scanned, reserved } = steps[steps.length - 1];
  assert.deepEqual([scanned, reserved], [7, 1]);
  assert(!client.questions.includes("192.88.99.2 PTR"));
});

Deno.test("sweep - looks up reserved addresses if they are shown, and records none", async () => {
  const index = new MemoryIndex();
  const script = { "10.0.0.1 PTR": [ptr("x", "nas.test")] };
  const shown = { ...policy, showsReserved: true };
  const deps = partsOf(script, { index, policy: shown });
  const steps = await stepsOf(deps, {}, "10.0.0.0/30");
  const names = steps.flatMap(({ pointers }) => pointers)
    .flatMap(({ names }) => names);
  assert.deepEqual(names, ["nas.test"]);
  assert.deepEqual(index.rows, []);
});
