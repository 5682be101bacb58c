/** A larger deviation from the elapsed time is a jump. */
const JUMP_MS = 60_000;
/** A jump that has lasted this long is a correction. */
const LASTING_MS = 600_000;

/**
 * A clock that follows a jump of the system's clock only after ten minutes.
 * Otherwise, a clock that is wrong for a moment would begin another month, whose
 * quotas nobody has used.
 *
 * @param now milliseconds since the epoch
 * @param elapsed milliseconds since any moment; never jumps, but stands still
 * while the machine sleeps
 * @returns a clock in whole milliseconds, as Deno KV requires them
 */
export function steadyClock(
  now: () => number,
  elapsed: () => number,
): () => number {
  let offsetMs = now() - elapsed();
  let jump: { readonly byMs: number; readonly atMs: number } | null = null;
  return () => {
    const nowMs = now();
    const elapsedMs = elapsed();
    const expectedMs = Math.round(elapsedMs + offsetMs);
    const byMs = nowMs - expectedMs;
    if (Math.abs(byMs) > JUMP_MS) {
      if (jump === null || Math.abs(byMs - jump.byMs) > JUMP_MS) {
        jump = { byMs, atMs: elapsedMs };
      }
      if (elapsedMs - jump.atMs < LASTING_MS) return expectedMs;
    }
    jump = null;
    offsetMs = nowMs - elapsedMs;
    return nowMs;
  };
}
