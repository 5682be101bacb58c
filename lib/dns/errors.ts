/** Why a question got no answer. */
export type DnsErrorCode =
  /** The text is no name. */
  | "name"
  /** No name servers are known: there is no `resolv.conf` to read. */
  | "no servers"
  /** Too many questions are under way. */
  | "busy"
  | "timeout"
  /** Every server failed: closed, unreachable, lame, or not speaking DNS. */
  | "failed"
  | "closed";

/** No server answered a question. A name that does not exist is an answer, and no error. */
export class DnsError extends Error {
  override readonly name = "DnsError";
  readonly code: DnsErrorCode;

  constructor(code: DnsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Bytes that are no DNS message. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}
