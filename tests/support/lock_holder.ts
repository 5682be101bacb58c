/** A thread that takes a lock, says so, and never leaves it. */
import { Arena, SharedLock } from "../../lib/core/shared_memory.ts";

self.onmessage = ({ data }: MessageEvent<SharedArrayBuffer>) => {
  const lock = new SharedLock(new Arena(data));
  lock.isShared = true;
  lock.thread = 1;
  lock.enter();
  self.postMessage("held");
  for (;;);
};
