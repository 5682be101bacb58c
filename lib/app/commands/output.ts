/** A command line that cannot be followed. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Writes all of a text to standard output or standard error. */
export function writeText(
  to: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let done = 0; done < bytes.length;) {
      done += to.writeSync(bytes.subarray(done));
    }
  } catch (error) {
    // Whoever read it (`| head`) has gone; the command is to be done all the same.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
