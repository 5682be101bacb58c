import { setTimeout as pause } from "node:timers/promises";

/** Waits until something holds; a test that waits for ever fails by the runner. */
export async function until(holds: () => boolean | Promise<boolean>) {
  while (!await holds()) await pause(25);
}
