/** Reason phrases of error statuses (IANA HTTP Status Code Registry, 2025-09-15; 418 from RFC 2324). */
export const ERROR_TEXT = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  418: "I'm a teapot",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

type ErrorStatus = keyof typeof ERROR_TEXT;

/** An error whose status and message are sent to the client, unless an error page handles it. */
export class HttpError extends Error {
  override name = "HttpError";
  status: ErrorStatus;

  constructor(status: ErrorStatus, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
