/** The meaning and the status of each error code. */
export const ERROR_CODES = {
  INVALID_TARGET: {
    status: 400,
    meaning:
      "The target is missing, too long or of the wrong kind, or contains whitespace or one of / \\ ? # @.",
  },
  INVALID_IPV4: {
    status: 400,
    meaning:
      "The target is not four decimal numbers from 0 to 255, separated by dots and without leading zeros.",
  },
  INVALID_IPV6: {
    status: 400,
    meaning: "The target contains a colon but is not an IPv6 address.",
  },
  INVALID_DOMAIN: {
    status: 400,
    meaning:
      "The target is not a valid domain name with at least two parts joined by dots.",
  },
  INVALID_CALLBACK: {
    status: 400,
    meaning:
      "The callback is longer than 128 characters, or is not JavaScript identifiers joined by dots.",
  },
  INVALID_INPUT: {
    status: 400,
    meaning: "Another parameter or the request body is invalid.",
  },
  RESERVED_ADDRESS: {
    status: 400,
    meaning:
      "The address is not a public address. GeoIP endpoints return this with status 200 and meta.ok false.",
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: "The token is missing, malformed, unknown or revoked.",
  },
  FORBIDDEN: {
    status: 403,
    meaning:
      "The address is banned, the account is disabled or the token is inactive. If the ban ends, Retry-After tells you when. Automatic bans do not apply to requests with a valid token.",
  },
  NOT_FOUND: {
    status: 404,
    meaning:
      "The resource does not exist, the name has no address, or the value is unknown. If a name has no address, GeoIP endpoints return this with status 200 and meta.ok false.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning:
      "The method is not supported. The Allow header lists the supported methods.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: "The request body is too large.",
  },
  QUERY_FAILED: {
    status: 422,
    meaning:
      "No name server or registry could answer the query, or a batch has too many elements.",
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    meaning: "Too many requests. Retry-After tells you when to try again.",
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: "Something went wrong on the server. Its log has the details.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      "The server is overloaded, its store is unavailable, or the name servers of a domain fail. Retry-After tells you when to try again. If name servers fail, GeoIP endpoints return this with status 200 and meta.ok false.",
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** All codes, in the order of the table. */
export const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];
