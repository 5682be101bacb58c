import assert from "node:assert/strict";
import fc from "fast-check";
import {
  allocate,
  Arena,
  MAX_TEXT_LENGTH,
  SharedLock,
  SharedTexts,
} from "../../../lib/core/shared_memory.ts";
import { forAll } from "../../support/for_all.ts";

Deno.test("SharedLock.release - frees the lock of a thread that was killed while it held it", async () => {
  const buffer = allocate((arena) => new SharedLock(arena));
  const lock = new SharedLock(new Arena(buffer));
  lock.isShared = true;
  const url = new URL("../../support/lock_holder.ts", import.meta.url);
  const thread = new Worker(url, { type: "module" });
  const held = new Promise((resolve) => {
    thread.onmessage = ({ data }) => resolve(data);
  });
  thread.postMessage(buffer);
  assert.equal(await held, "held");
  thread.terminate();
  let resets = 0;
  // Another one that has ended held nothing.
  lock.release(2, () => resets++);
  assert.equal(resets, 0);
  lock.release(1, () => resets++);
  assert.equal(resets, 1);
  // It would wait for ever.
  lock.enter();
  lock.leave();
  lock.release(1, () => resets++);
  assert.equal(resets, 1);
});

Deno.test("SharedLock.release - waits for a thread that frees the lock itself", () => {
  const buffer = allocate((arena) => new SharedLock(arena));
  const [lock, other] = [0, 1].map((thread) => {
    const lock = new SharedLock(new Arena(buffer));
    return Object.assign(lock, { isShared: true, thread });
  });
  other.enter();
  const { wait } = Atomics;
  const leaving = ([owner]: Int32Array, _: number, value: number) => {
    if (owner !== value) return "not-equal";
    other.leave();
    return "ok";
  };
  try {
    Object.assign(Atomics, { wait: leaving });
    lock.release(1, () => assert.fail("it was reset"));
  } finally {
    Object.assign(Atomics, { wait });
  }
});

Deno.test("SharedLock.enter - does nothing in a process with one thread", () => {
  const buffer = allocate((arena) => new SharedLock(arena));
  new SharedLock(new Arena(buffer)).enter();
  assert(new Int32Array(buffer).every((word) => word === 0));
});

for (const turns of [1, 20_000]) {
  Deno.test(`SharedLock - one thread at a time, and none sleeps for ever, with ${turns} turns`, async () => {
    const parts = (arena: Arena) => ({
      lock: new SharedLock(arena),
      total: arena.int32(1),
      ready: arena.int32(1),
    });
    const buffer = allocate(parts);
    const url = new URL("../../support/lock_counter.ts", import.meta.url);
    const threads = [1, 2].map((thread) => {
      const worker = new Worker(url, { type: "module" });
      const ended = new Promise<void>((resolve, reject) => {
        worker.onmessage = () => resolve();
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      worker.postMessage({ buffer, thread, turns });
      return { worker, ended };
    });
    await Promise.all(threads.map(({ ended }) => ended));
    for (const { worker } of threads) worker.terminate();
    assert.equal(parts(new Arena(buffer)).total[0], 2 * turns);
  });
}

const MAX_TEXTS = 5;

Deno.test("SharedTexts - the first view chooses a seed, and others keep it", () => {
  const buffer = allocate((arena) => new SharedTexts(arena, MAX_TEXTS));
  const seeds = [0, 1].map(() => {
    new SharedTexts(new Arena(buffer), MAX_TEXTS);
    return new Int32Array(buffer)[3];
  });
  assert.notEqual(seeds[0], 0);
  assert.equal(seeds[1], seeds[0]);
});

Deno.test("SharedTexts - agrees with a map, in two views of the same memory", () => {
  const text = fc.oneof(
    fc.constantFrom("", "a", "b", "ab", "ba", "a".repeat(MAX_TEXT_LENGTH)),
    fc.string({ maxLength: 3, unit: fc.constantFrom("a", "b", "c") }),
  );
  const step = fc.record({ text, kind: fc.constantFrom(0, 1, 255) });
  // Rarely, so that several texts have the same hash.
  const clear = { weight: 1, arbitrary: fc.constant("clear" as const) };
  const steps = fc.array(fc.oneof({ weight: 9, arbitrary: step }, clear), {
    maxLength: 40,
  });
  forAll([steps], (steps) => {
    const buffer = allocate((arena) => new SharedTexts(arena, MAX_TEXTS));
    const texts = new SharedTexts(new Arena(buffer), MAX_TEXTS);
    const view = new SharedTexts(new Arena(buffer), MAX_TEXTS);
    const expected = new Map<string, number>();
    const check = (text: string, kind: number) => {
      const number = expected.get(`${kind} ${text}`) ?? 0;
      assert.equal(texts.find(text, kind), number);
      assert.equal(view.find(text, kind), number);
      if (number === 0) return;
      assert.equal(view.text(number), text);
      assert.equal(view.kind(number), kind);
    };
    for (const step of steps) {
      if (step === "clear") {
        texts.clear();
        expected.clear();
        continue;
      }
      const { text, kind } = step;
      const key = `${kind} ${text}`;
      const number = expected.get(key);
      if (number !== undefined) {
        texts.remove(number);
        expected.delete(key);
      } else if (expected.size < MAX_TEXTS) {
        const added = texts.add(text, kind);
        assert(added >= 1 && added <= MAX_TEXTS);
        assert(![...expected.values()].includes(added));
        expected.set(key, added);
      }
      assert.equal(view.size, expected.size);
      for (const key of expected.keys()) {
        const space = key.indexOf(" ");
        check(key.slice(space + 1), Number(key.slice(0, space)));
      }
      check(text, kind === 0 ? 1 : 0);
    }
  });
});

Deno.test("SharedTexts - a text of the greatest length leaves its neighbors alone", () => {
  const divide = (arena: Arena) => new SharedTexts(arena, 3);
  const texts = divide(new Arena(allocate(divide)));
  const longest = "x".repeat(MAX_TEXT_LENGTH);
  const numbers = ["a", "b", longest].map((text) => texts.add(text));
  texts.remove(numbers[0]);
  assert.equal(texts.add(longest, 1), numbers[0]);
  const kept = numbers.map((number) => texts.text(number));
  assert.deepEqual(kept, [longest, "b", longest]);
});

Deno.test("SharedTexts.remove - finds every text, however many share a hash", () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `${i}`);
  const divide = (arena: Arena) => new SharedTexts(arena, names.length);
  const texts = divide(new Arena(allocate(divide)));
  const numbers = names.map((name) => texts.add(name));
  for (const [i, number] of numbers.entries()) {
    texts.remove(number);
    assert.equal(texts.find(names[i]), 0);
  }
  assert.equal(texts.size, 0);
  // Every place is free again.
  const again = names.map((name) => texts.add(name));
  assert.deepEqual(again.sort((a, b) => a - b), numbers);
});
