/** Bytes that are no DNS message. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}
