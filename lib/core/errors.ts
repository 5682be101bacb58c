import type { ErrorParams } from "./error_reasons.ts";

/** What an error has beside its reason. */
export interface AppErrorOptions {
  cause?: unknown;
  /** Headers of the response. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * The one error type that becomes a response.
 *
 * `status`, `code` and `params` are public: the sentence is made of `params`, in
 * the reader's language, where the response is written. `cause` is for the log
 * and never leaves the process. `message` is the reason's name, for the log.
 */
export class AppError extends Error {
  override name = "AppError";
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: ErrorParams,
    { cause, headers = {} }: AppErrorOptions = {},
  ) {
    super(params.reason, { cause });
    this.headers = headers;
  }

  /** The same error with more headers. */
  with(headers: Readonly<Record<string, string>>): AppError {
    const { status, code, params, cause } = this;
    return new AppError(status, code, params, {
      cause,
      headers: { ...this.headers, ...headers },
    });
  }
}

/** A form that cannot be accepted; `field` is the one to correct. */
export class InputError extends AppError {
  override name = "InputError";

  constructor(readonly field: string, params: ErrorParams, status = 400) {
    super(status, "INVALID_INPUT", params);
  }
}

/** A form with an action that no page has. */
export function unknownAction(): InputError {
  return new InputError("action", { reason: "action_unknown" });
}

/** 404 `NOT_FOUND` for a URL without a page. */
export function notFound(): AppError {
  return new AppError(404, "NOT_FOUND", { reason: "nothing_here" });
}

/** Errors of the engine and its middlewares, by status. */
const engineErrors: Readonly<
  Record<number, readonly [code: string, params: ErrorParams]>
> = {
  403: ["FORBIDDEN", { reason: "sent_from_another_site" }],
  413: ["PAYLOAD_TOO_LARGE", { reason: "request_too_large" }],
};

/**
 * Any thrown value as an `AppError`. An error with a 4xx status, as the engine
 * throws them, keeps it; everything else becomes a 500 that tells nothing of
 * the inside.
 */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = thrown instanceof Error && "status" in thrown
    ? Number(thrown.status)
    : 500;
  if (status === 404) return notFound();
  if (status >= 400 && status < 500) {
    const [code, params] = engineErrors[status] ??
      ["INVALID_INPUT", { reason: "request_malformed" }];
    return new AppError(status, code, params);
  }
  return new AppError(
    500,
    "INTERNAL_ERROR",
    { reason: "internal_error" },
    { cause: thrown },
  );
}
