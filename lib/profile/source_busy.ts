/** Thrown by a source that must not be asked for a while: its limit is used up. */
export class SourceBusy extends Error {
  override name = "SourceBusy";

  /** @param retryAfterMs how long it wants to be left alone */
  constructor(readonly retryAfterMs: number) {
    super("the source has had enough questions for now");
  }
}
