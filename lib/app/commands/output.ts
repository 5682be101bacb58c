/** An invalid command line. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Writes the whole text to standard output or standard error. */
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
    // The reader (`| head`) has exited, but the command must still finish.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
