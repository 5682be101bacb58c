const encoder = new TextEncoder();

/**
 * A body whose parts are sent as they come. A reader that leaves is told by
 * `onCancel`, at once: the source itself may be waiting for its next part.
 */
export function htmlStream(
  parts: AsyncGenerator<string>,
  onCancel: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel() {
      onCancel();
      // Its place is given back by the call before; this lets it clean up.
      parts.return(undefined).catch(() => {});
    },
    // Nothing is made ahead of its reader.
  }, { highWaterMark: 0 });
}

/**
 * The parts of a page before, between and behind its slots.
 *
 * @throws {Error} where a slot is not there exactly once
 */
export function partsAround(html: string, slots: readonly string[]): string[] {
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
