/** In characters. Longer than any target, so what is cut off was invalid. */
const MAX_LENGTH = 1_000;

/**
 * The lines of standard input without blank lines and comments, which begin
 * with `#` at the start of a line or after a blank. A line is passed on as soon
 * as it is complete.
 */
export function targetLines(
  input: ReadableStream<Uint8Array>,
): ReadableStream<string> {
  let line = "";
  const passOn = (queue: TransformStreamDefaultController<string>) => {
    const target = line.trim().replace(/(?:^|\s+)#.*$/, "");
    line = "";
    if (target !== "") queue.enqueue(target);
  };
  return input
    // Its type takes only BufferSource, whose arrays cannot be shared.
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(
      new TransformStream<string, string>({
        transform(chunk, queue) {
          const [first, ...others] = chunk.split("\n");
          line = (line + first).slice(0, MAX_LENGTH);
          for (const next of others) {
            passOn(queue);
            line = next.slice(0, MAX_LENGTH);
          }
        },
        flush: passOn,
      }),
    );
}
