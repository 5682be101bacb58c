import type { apiTexts } from "./texts.ts";

/** The code of an error. Its texts say what it means. */
export type ErrorCode = keyof typeof apiTexts["en"]["errors"];

export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID_TARGET: 400,
  INVALID_IPV4: 400,
  INVALID_IPV6: 400,
  INVALID_DOMAIN: 400,
  INVALID_CALLBACK: 400,
  INVALID_INPUT: 400,
  RESERVED_ADDRESS: 400,
  UNAUTHORIZED: 401,
  OUT_OF_QUERIES: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  QUERY_FAILED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** All codes, in the order of the table. */
export const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The errors that every endpoint can return. 503: too much is in progress. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  "FORBIDDEN",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];

/** The errors of an address in the URL. */
export const ADDRESS_ERRORS: readonly ErrorCode[] = [
  "INVALID_TARGET",
  "INVALID_IPV4",
  "INVALID_IPV6",
];

/** The errors of a request body in JSON. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  "INVALID_INPUT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];
