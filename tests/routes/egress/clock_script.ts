/**
 * Script for time as a test needs it: pauses between polls are short, and the time limits
 * of probes end when the test calls {@link endLimits}. Then no run waits for a limit, and none
 * ends early on a busy machine.
 */
export const CLOCK = `
  const [start, clear] = [setTimeout, clearTimeout];
  const limits = new Map();
  let last = 0;
  globalThis.setTimeout = (run, ms = 0, ...more) => {
    if (ms < 4000) return start(run, ms < 300 ? ms : ms / 20, ...more);
    limits.set(--last, { ms, end: () => run(...more) });
    return last;
  };
  globalThis.clearTimeout = (id) => limits.delete(id) || clear(id);
  // Those of exits, sites and WebRTC.
  const open = () => [...limits.values()].filter(({ ms }) => ms === 5000 || ms === 6000);
  globalThis.openLimits = () => open().length;
  globalThis.endLimits = () => open().forEach(({ end }) => end());
`;

/**
 * Ends the time limits of a page with {@link CLOCK}, once every open one belongs to a probe
 * that the test leaves hanging.
 *
 * @param hanging how many do by now
 */
export async function endLimits(
  page: { evaluate(script: string): Promise<unknown> },
  hanging: () => number,
): Promise<void> {
  while (await page.evaluate("openLimits()") !== hanging()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await page.evaluate("endLimits()");
}
