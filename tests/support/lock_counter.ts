/** A thread that adds to a shared number while it holds a lock, and says when it is done. */
import { Arena, SharedLock } from "../../lib/core/shared_memory.ts";

interface Work {
  buffer: SharedArrayBuffer;
  thread: number;
  turns: number;
}

self.onmessage = ({ data }: MessageEvent<Work>) => {
  const arena = new Arena(data.buffer);
  const lock = new SharedLock(arena);
  const total = arena.int32(1);
  const ready = arena.int32(1);
  lock.isShared = true;
  lock.thread = data.thread;
  if (Atomics.add(ready, 0, 1) === 0) Atomics.wait(ready, 0, 1);
  else Atomics.notify(ready, 0);
  for (let turn = 0; turn < data.turns; turn++) {
    lock.enter();
    // Not atomic: without the lock, some would be lost.
    const before = total[0];
    // At first slowly, so that the other thread meets the lock while it is held.
    if (turn < 20) Atomics.wait(ready, 0, 2, 5);
    total[0] = before + 1;
    lock.leave();
  }
  self.postMessage("done");
};
