/** An invalid command line. */
export class UsageError extends Error {
  override name = "UsageError";
}

interface Output {
  writeSync(bytes: Uint8Array): number;
}

/**
 * Writes all bytes to standard output or standard error. Returns false if the
 * reader (`| head`) has exited; the command must still finish.
 */
export function writeBytes(to: Output, bytes: Uint8Array): boolean {
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

/** The same for text. */
export function writeText(to: Output, text: string): boolean {
  return writeBytes(to, new TextEncoder().encode(text));
}
