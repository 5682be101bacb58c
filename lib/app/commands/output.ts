/** An invalid command line. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * Writes the whole text to standard output or standard error. Returns false if
 * the reader (`| head`) has exited; the command must still finish.
 */
export function writeText(
  to: { writeSync(bytes: Uint8Array): number },
  text: string,
): boolean {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let done = 0; done < bytes.length;) {
      done += to.writeSync(bytes.subarray(done));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    return false;
  }
  return true;
}
