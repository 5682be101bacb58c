import assert from "node:assert/strict";
import {
  isOutOfDescriptors,
  mapInOrder,
  mapInTurns,
  mapMaybeAsync,
  settleAll,
} from "../../../lib/core/async.ts";
import { turnsDuring } from "../../support/turns.ts";

const next = (value: number) => `${value}`;

Deno.test("mapMaybeAsync - maps a plain value, or throws, synchronously", () => {
  assert.equal(mapMaybeAsync(7, next), "7");
  assert.throws(() => mapMaybeAsync(7, failing), error);
});

const error = new Error("wrong");
const failing = () => {
  throw error;
};

Deno.test("mapMaybeAsync - maps the value of a promise, or rejects with its error or the callback's", async () => {
  const late = mapMaybeAsync(Promise.resolve(7), next);
  assert(late instanceof Promise);
  assert.equal(await late, "7");
  const rejected = mapMaybeAsync(Promise.reject(error), next);
  await assert.rejects(async () => await rejected, error);
  const failed = mapMaybeAsync(Promise.resolve(7), failing);
  await assert.rejects(async () => await failed, error);
});

Deno.test("settleAll - returns the values in order, or rejects with the first error after everything has settled", async () => {
  const values = await settleAll([1, Promise.resolve("two"), null]);
  assert.deepEqual(values, [1, "two", null]);
  assert.deepEqual(await settleAll([]), []);
  const slow = Promise.withResolvers<void>();
  let rejected = false;
  const failures = ["second", "third"].map((text) =>
    Promise.reject(new Error(text))
  );
  const caught = settleAll([slow.promise, ...failures]).catch((error) => {
    rejected = true;
    return error;
  });
  await settled();
  assert.equal(rejected, false);
  slow.resolve();
  assert.equal((await caught).message, "second");
});

const never = new AbortController().signal;

/** Work that waits until the test settles it. */
function heldWork() {
  const held: PromiseWithResolvers<string>[] = [];
  const started: number[] = [];
  const work = (item: number) => {
    started.push(item);
    held[item] = Promise.withResolvers();
    return held[item].promise;
  };
  return { held, started, work };
}

/** Until every microtask that is due has run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("mapInOrder - returns results in the order of the items, whichever settles first", async () => {
  const { held, started, work } = heldWork();
  const mapped = mapInOrder([0, 1, 2], work, { concurrency: 2, signal: never });
  assert.deepEqual(started, [0, 1]);
  held[1].resolve("b");
  // On a busy machine, others get a turn first.
  while (started.length < 3) await settled();
  assert.deepEqual(started, [0, 1, 2]);
  held[2].resolve("c");
  held[0].resolve("a");
  assert.deepEqual(await mapped, ["a", "b", "c"]);
});

Deno.test("mapInOrder - mixes synchronous and asynchronous results, and takes no items", async () => {
  const options = { concurrency: 2, signal: never };
  const work = (n: number) => n % 2 === 0 ? n : Promise.resolve(10 * n);
  const results = await mapInOrder([1, 2, 3, 4], work, options);
  assert.deepEqual(results, [10, 2, 30, 4]);
  assert.deepEqual(await mapInOrder([], work, options), []);
});

Deno.test("mapInOrder - after a failure it starts nothing, and awaits what is under way", async () => {
  const { held, started, work } = heldWork();
  let isDone = false;
  const options = { concurrency: 2, signal: never };
  const mapped = mapInOrder([0, 1, 2, 3], work, options)
    .finally(() => isDone = true);
  const rejected = assert.rejects(mapped, { message: "first" });
  // On a busy machine, others get a turn first.
  while (started.length < 2) await settled();
  held[0].reject(new Error("first"));
  await settled();
  assert.equal(isDone, false);
  held[1].resolve("b");
  await rejected;
  assert.deepEqual(started, [0, 1]);
});

Deno.test("mapInOrder - an aborted signal stops further items", async () => {
  const { held, started, work } = heldWork();
  const controller = new AbortController();
  const { signal } = controller;
  const mapped = mapInOrder([0, 1, 2], work, { concurrency: 1, signal });
  const rejected = assert.rejects(mapped, { message: "gone" });
  controller.abort(new Error("gone"));
  held[0].resolve("a");
  await rejected;
  assert.deepEqual(started, [0]);
});

Deno.test("mapInTurns - maps in order, one item a turn of the event loop", async () => {
  const events: string[] = [];
  const timers: ReturnType<typeof setTimeout>[] = [];
  let results: string[] = [];
  const turns = await turnsDuring(async () => {
    results = await mapInTurns(["a", "b", "c"], (item) => {
      events.push(item);
      timers.push(setTimeout(() => events.push(`after ${item}`), 1));
      return item.toUpperCase();
    });
    await mapInTurns([""], () => {});
  });
  timers.forEach(clearTimeout);
  assert.deepEqual(results, ["A", "B", "C"]);
  assert.deepEqual(events, ["a", "after a", "b", "after b", "c", "after c"]);
  assert(turns >= 4, `${turns} turns`);
});

Deno.test("mapInTurns - waits for each item, and stops at the first that fails", async () => {
  const begun: number[] = [];
  const mapping = mapInTurns([1, 2, 3], (item) => {
    begun.push(item);
    return item < 2 ? Promise.resolve(item) : Promise.reject(new Error("two"));
  });
  await assert.rejects(mapping, /^Error: two$/);
  assert.deepEqual(begun, [1, 2]);
});

const module = import.meta.resolve("../../../lib/core/async.ts");

/** The output of a program. A separate process, since test files that run in parallel share one. */
async function outputOf(program: string): Promise<string> {
  const limited = 'ulimit -n 300; exec "$0" eval -q --unstable-net "$1"';
  const code =
    `import { assertSpareDescriptors } from "${module}";\n${program}`;
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", limited, Deno.execPath(), code],
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}

Deno.test("assertSpareDescriptors - closes the descriptors it opened, and passes on a host without UDP", async () => {
  const output = await outputOf(`
    const count = () => [...Deno.readDirSync("/proc/self/fd")].length;
    const before = count();
    assertSpareDescriptors();
    console.log(before > 0, count() - before);
    Deno.listenDatagram = () => {
      throw new Error("Address family not supported by protocol (os error 97)");
    };
    assertSpareDescriptors();
    console.log("passed");`);
  assert.equal(output, "true 0\npassed\n");
});

Deno.test("assertSpareDescriptors - throws if few are left, and closes those it opened", async () => {
  const output = await outputOf(`
    const held = [];
    const fill = () => {
      try {
        for (;;) held.push(Deno.openSync("/dev/null"));
      } catch { /* There is none left. */ }
    };
    const outcome = () => {
      try {
        assertSpareDescriptors();
        return "enough";
      } catch {
        return "too few";
      }
    };
    fill();
    const outcomes = [];
    for (let left = 0; left < 100; left++) {
      outcomes.push(outcome());
      held.pop().close();
    }
    console.log(outcomes.indexOf("enough"), outcomes.lastIndexOf("too few"));`);
  assert.equal(output, "32 31\n");
});

Deno.test("isOutOfDescriptors - the limit of the process or of the system", () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });
  const errors = ["EMFILE", "ENFILE", "EACCES"].map(withCode);
  assert.deepEqual(errors.map(isOutOfDescriptors), [true, true, false]);
  for (const other of [new Error("EMFILE"), { code: "EMFILE" }, null]) {
    assert.equal(isOutOfDescriptors(other), false);
  }
});
