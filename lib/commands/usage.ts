/** A command line that cannot be followed. */
export class UsageError extends Error {
  override name = "UsageError";
}
