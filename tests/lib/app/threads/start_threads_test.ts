import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { readConfig } from "../../../../lib/app/config.ts";
import { createLog } from "../../../../lib/core/log.ts";
import {
  type Message,
  type Peer,
  RemotePort,
} from "../../../../lib/app/threads/remote.ts";
import {
  AutoThreads,
  startThreads,
} from "../../../../lib/app/threads/start_threads.ts";
import type { ThreadWorker } from "../../../../lib/app/threads/thread_pool.ts";
import type { ThreadHost } from "../../../../lib/app/threads/thread_state.ts";

/** A thread that only says what it was told, in this one. */
function fakeWorker(
  name: string,
  record: (what: string) => void,
): ThreadWorker {
  const worker = new EventEmitter();
  const main: Peer = { postMessage: (data) => worker.emit("message", data) };
  const does = (what: string) => () => record(`${name} ${what}`);
  const port = new RemotePort(main, {
    thread: {
      start: does("starts"),
      listen: does("listens"),
      stop: does("stops"),
      change: () => {},
    },
  });
  return Object.assign(worker, {
    postMessage: (messages: readonly Message[]) => port.receive(messages),
    terminate: () => record(`${name} ends`),
  });
}

const depsWith = (threads: string) => ({
  config: readConfig((name) => name === "THREADS" ? threads : undefined),
  log: createLog({ level: "error", now: () => 0, write() {} }),
  now: () => 0,
  hostRole: () => "main" as const,
  loaded: async () => {},
  close: async () => {},
});

const server = { hostname: "127.0.0.1", port: 1, fetch: () => new Response() };

const idleHost: ThreadHost = {
  open: () => ({
    state: {} as ReturnType<ThreadHost["open"]>["state"],
    served: {},
  }),
  changes: () => ({}),
  close: () => {},
  share: () => {},
  publish: async () => {},
};

Deno.test("startThreads - with `auto`, adds a thread under load and gives it back when it is quiet", async () => {
  const events: string[] = [];
  const shares: number[] = [];
  const host: ThreadHost = {
    ...idleHost,
    close: (number) => void events.push(`${number} is released`),
    share: (threads) => void shares.push(threads),
  };
  const ask = { listens: () => {}, released: () => {} };
  let load = 0;
  let looks = 0;
  const idle = Promise.withResolvers<void>();
  const threads = startThreads(host, depsWith("auto"), server, {
    spawn: (name) =>
      fakeWorker(name, (what) => {
        events.push(what);
        if (what.endsWith("listens")) ask.listens();
        if (what.endsWith("ends")) ask.released();
      }),
    load() {
      if (++looks === 10) idle.resolve();
      return load;
    },
    // So a load of 0.001 is one busy core.
    loadMs: 1,
    cores: 2,
  });
  await idle.promise;
  assert.equal(events.length, 0);
  const listens = new Promise<void>((resolve) => ask.listens = resolve);
  load = 0.001;
  await listens;
  const released = new Promise<void>((resolve) => ask.released = resolve);
  load = 0;
  await released;
  await threads.stop();
  const name = "porthole thread 1";
  assert.deepEqual(
    events.filter((what) => what.startsWith(name)),
    ["starts", "listens", "stops", "ends"].map((what) => `${name} ${what}`),
  );
  assert(events.includes("1 is released"));
  assert.deepEqual(shares, [2, 1]);
});

Deno.test("startThreads - with a number, starts all but the main one at once", async () => {
  const events: string[] = [];
  const threads = startThreads(idleHost, depsWith("3"), server, {
    spawn: (name) => fakeWorker(name, (what) => events.push(what)),
  });
  await threads.stop();
  const expected = ["porthole thread 1 starts", "porthole thread 2 starts"];
  assert.deepEqual(events.filter((what) => what.endsWith("starts")), expected);
  assert.equal(events.filter((what) => what.endsWith("ends")).length, 2);
});

/** What `next` returns for the same load, second by second. */
const nextOf = (auto: AutoThreads, load: number, seconds: number) =>
  Array.from({ length: seconds }, () => auto.next(load));

const nulls = (count: number) => Array.from({ length: count }, () => null);

Deno.test("AutoThreads.next - adds a thread after three busy seconds, up to the number of cores", () => {
  const auto = new AutoThreads(3);
  assert.deepEqual(nextOf(auto, 0.86, 3), [null, null, 2]);
  assert.deepEqual(nextOf(auto, 1.7, 3), nulls(3));
  assert.deepEqual(nextOf(auto, 1.71, 3), [null, null, 3]);
  assert.deepEqual(nextOf(auto, 3, 10), nulls(10));
});

Deno.test("AutoThreads.next - a second that isn't busy starts the count again", () => {
  const auto = new AutoThreads(2);
  const found = [1, 1, 0.85, 1, 1, 1].map((load) => auto.next(load));
  assert.deepEqual(found, [null, null, null, null, null, 2]);
});

Deno.test("AutoThreads.next - ends a thread after half a minute in which the others were half idle", () => {
  const auto = new AutoThreads(2);
  nextOf(auto, 1, 3);
  assert.deepEqual(nextOf(auto, 0.5, 60), nulls(60));
  assert.deepEqual(nextOf(auto, 0.49, 30), [...nulls(29), 1]);
  assert.deepEqual(nextOf(auto, 0, 60), nulls(60));
});
