/** Time that passes only where something waits. */
export function fakeClock() {
  const clock = {
    ms: 0,
    now: () => clock.ms,
    async wait(ms: number) {
      await Promise.resolve();
      clock.ms += ms;
      onTick(ms);
    },
  };
  let onTick: (ms: number) => void = () => {};
  return { clock, onTick: (listener: typeof onTick) => onTick = listener };
}

/** Lasts until it is aborted. */
export const endless = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve())
  );
