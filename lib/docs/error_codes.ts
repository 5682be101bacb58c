/** What each code of an error says, and the status it comes with. */
export const ERROR_CODES = {
  INVALID_TARGET: {
    status: 400,
    meaning:
      "The target is missing, too long, of the wrong kind, or holds blanks or one of / \\ ? # @.",
  },
  INVALID_IPV4: {
    status: 400,
    meaning:
      "Not four decimal numbers from 0 to 255 without leading zeros, with dots between.",
  },
  INVALID_IPV6: {
    status: 400,
    meaning: "A colon is in it, and it is no IPv6 address.",
  },
  INVALID_DOMAIN: {
    status: 400,
    meaning: "Not two or more labels that can be a domain name.",
  },
  INVALID_CALLBACK: {
    status: 400,
    meaning:
      "The callback is not a dotted chain of JavaScript identifiers, or longer than 128 characters.",
  },
  INVALID_INPUT: {
    status: 400,
    meaning: "Another parameter, or the body of the request, is wrong.",
  },
  RESERVED_ADDRESS: {
    status: 400,
    meaning:
      "The address is not part of the public internet. In a GeoIP object it is no error of the request: the status is 200, and meta.ok is false.",
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: "No token was sent, or one that is malformed, unknown or revoked.",
  },
  FORBIDDEN: {
    status: 403,
    meaning:
      "The address is banned, until the time that Retry-After says where the ban has an end; or the account is disabled, or the token sleeps. A valid token passes a ban that was set automatically.",
  },
  NOT_FOUND: {
    status: 404,
    meaning:
      "There is nothing here, the name has no address, or it is not known. In a GeoIP object a name without an address is no error of the request: the status is 200, and meta.ok is false.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: "The Allow header lists the methods that are answered.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: "The body of the request is too large.",
  },
  QUERY_FAILED: {
    status: 422,
    meaning: "No name server, or no registry, could answer.",
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    meaning: "Too many requests; Retry-After says when to come back.",
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: "A fault of this server; its log has the reason.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      "Too much is under way, the store cannot be reached, or the servers of a name fail; Retry-After says when to come back. In a GeoIP object a name whose servers fail is no error of the request: the status is 200, and meta.ok is false.",
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** All codes, in the order of the table. */
export const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];
