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
  lock.isShared = true;
  lock.thread = data.thread;
  for (let turn = 0; turn < data.turns; turn++) {
    lock.enter();
    // Not atomic: without the lock, some would be lost.
    total[0] = total[0] + 1;
    lock.leave();
  }
  self.postMessage("done");
};
