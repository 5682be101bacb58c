/**
 * Script for time as a test needs it: pauses between polls are short, and the time limits
 * of probes end when the test calls {@link endLimits}. Then no run waits for a limit, and none
 * ends early on a busy machine. A connection of WebRTC that hangs adds itself to `hangingPeers`.
 */
export const CLOCK = `
  const [start, clear] = [setTimeout, clearTimeout];
  const limits = new Map();
  let last = 0;
  let ended = 0;
  globalThis.hangingPeers = 0;
  globalThis.forgetLimits = () => {
    limits.clear();
    ended = hangingPeers = 0;
  };
  globalThis.setTimeout = (run, ms = 0, ...more) => {
    if (ms < 4000) return start(run, ms < 300 ? ms : ms / 20, ...more);
    limits.set(--last, { ms, end: () => run(...more) });
    return last;
  };
  globalThis.clearTimeout = (id) => limits.delete(id) || clear(id);
  globalThis.endLimits = (requests) => {
    // Those of exits, sites and WebRTC.
    const open = [...limits.values()].filter(({ ms }) => ms === 5000 || ms === 6000);
    if (open.length !== requests + hangingPeers - ended) return;
    ended += open.length;
    for (const { end } of open) end();
  };
  /** Ends limits for a while. Resolves with whether the run is over. */
  globalThis.endLimitsFor = async (ms, requests) => {
    for (const from = Date.now(); Date.now() - from < ms;) {
      if (document.querySelector("[data-verdict]")) return true;
      endLimits(requests);
      await new Promise((resolve) => start(resolve, 10));
    }
    return false;
  };
`;

/** Removes the verdict of an earlier run: a run can be over before anyone sees it without one. */
export const FORGET_VERDICT =
  `document.querySelector("[data-verdict]")?.removeAttribute("data-verdict")`;

/** A page with {@link CLOCK}. */
interface PageWithClock {
  evaluate(script: string): Promise<unknown>;
}

/**
 * Ends the time limits of a page with {@link CLOCK} until its run is over, whenever each open
 * one belongs to a probe that the test leaves hanging.
 *
 * @param hanging how many requests the test has received and left hanging since the page began
 */
export async function endLimits(
  page: PageWithClock,
  hanging: () => number,
): Promise<void> {
  while (!await page.evaluate(`endLimitsFor(60, ${hanging()})`));
}
