import { type StallOptions, StallTimer } from "../core/deadline.ts";

const encoder = new TextEncoder();

/**
 * A response body that sends each part as soon as it is ready.
 *
 * Calls `onCancel` as soon as the reader disconnects, since the source may
 * still be waiting for its next part. Calls `stall.onStall` if the reader stays
 * connected but stops reading, because the source may hold a permit that others
 * wait for.
 */
export function htmlStream(
  parts: AsyncGenerator<string>,
  onCancel: () => void,
  stall?: StallOptions,
): ReadableStream<Uint8Array> {
  const timer = stall && new StallTimer(stall);
  return new ReadableStream({
    start: () => timer?.start(),
    async pull(controller) {
      timer?.stop();
      const { done, value } = await parts.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      timer?.start();
    },
    cancel() {
      timer?.stop();
      onCancel();
      // `onCancel` has released the permit; this runs the generator's cleanup.
      parts.return(undefined).catch(() => {});
    },
    // Generates nothing before the reader asks for it.
  }, { highWaterMark: 0 });
}

/**
 * Splits a page at its slots.
 *
 * @throws {Error} unless each slot occurs exactly once
 */
export function splitAtSlots(html: string, slots: readonly string[]): string[] {
  const parts = [];
  let rest = html;
  for (const slot of slots) {
    const [before, behind, ...more] = rest.split(slot);
    if (behind === undefined || more.length > 0) {
      throw new Error(`Cannot find the one ${slot} of the page`);
    }
    parts.push(before);
    rest = behind;
  }
  return [...parts, rest];
}
