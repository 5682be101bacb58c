/** Why a query got no response. */
type DnsErrorCode =
  /** The text is not a valid name. */
  | "name"
  /** No name servers are known: there is no `resolv.conf` to read. */
  | "no servers"
  /** Too many queries are under way. */
  | "busy"
  | "timeout"
  /** Every server failed: closed, unreachable, lame, or not speaking DNS. */
  | "failed"
  | "closed";

/** No server responded. That a name does not exist is a response, not an error. */
export class DnsError extends Error {
  override readonly name = "DnsError";
  readonly code: DnsErrorCode;

  constructor(code: DnsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Bytes that are not a valid DNS message. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}
