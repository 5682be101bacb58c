import type { ErrorParams } from "./error_reasons.ts";

interface AppErrorOptions {
  cause?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** When to try again (`Retry-After`, RFC 9110 section 10.2.3). */
  retrySeconds?: number;
}

/** What `instanceof Error` accepts, without V8's constructor. */
const ErrorLike = class {} as unknown as abstract new () => Error;
Object.setPrototypeOf(ErrorLike.prototype, Error.prototype);

/**
 * An error without a stack, for what strangers can cause as often as they like. V8's
 * constructor takes 9 µs in Deno 2.9.6 even if it records no stack, and this one 0.2
 * (2026-11-28); a refusal makes up to three errors. Its cause has a stack.
 */
export abstract class StacklessError extends ErrorLike {
  constructor(message: string, cause?: unknown) {
    super();
    this.message = message;
    if (cause !== undefined) this.cause = cause;
  }
}

/**
 * The one error type that becomes a response.
 *
 * `status`, `code` and `params` are public: the response contains a sentence in the
 * reader's language, formatted from `params`. `cause` and `message`, the name of
 * the reason, are for the log only.
 */
export class AppError extends StacklessError {
  override name = "AppError";
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: ErrorParams,
    { cause, headers = {}, retrySeconds }: AppErrorOptions = {},
  ) {
    super(params.reason, cause);
    this.headers = retrySeconds === undefined
      ? headers
      : { ...headers, "retry-after": String(retrySeconds) };
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

/** Invalid form input; `field` is the one to correct. */
export class InputError extends AppError {
  override name = "InputError";

  constructor(readonly field: string, params: ErrorParams, status = 400) {
    super(status, "INVALID_INPUT", params);
  }
}

/** 400 `INVALID_INPUT` for what a client has sent. */
export function invalidInput(params: ErrorParams): AppError {
  return new AppError(400, "INVALID_INPUT", params);
}

/** 400 `INVALID_TARGET` for what a URL is to be about. */
export function invalidTarget(params: ErrorParams): AppError {
  return new AppError(400, "INVALID_TARGET", params);
}

/** 404 `NOT_FOUND`; by default for a URL without a page. */
export function notFound(
  params: ErrorParams = { reason: "nothing_here" },
): AppError {
  return new AppError(404, "NOT_FOUND", params);
}

/** 404 `NOT_FOUND` for a program that requests what only browsers get. */
export function browsersOnly(): AppError {
  return notFound({ reason: "browsers_only" });
}

/** Why something is busy, and after how long to try again. */
export type Busy = readonly [params: ErrorParams, retrySeconds: number];

/**
 * 503 `SERVICE_UNAVAILABLE` with `Retry-After`: a part of the server is
 * loading or failed, or too many operations of a kind are in progress.
 */
export function busyError(
  params: ErrorParams,
  retrySeconds: number,
  cause?: unknown,
): AppError {
  return new AppError(503, "SERVICE_UNAVAILABLE", params, {
    cause,
    retrySeconds,
  });
}

/** Errors of the engine and its middlewares, by status. */
const engineErrors: Readonly<
  Record<number, readonly [code: string, params: ErrorParams]>
> = {
  403: ["FORBIDDEN", { reason: "sent_from_another_site" }],
  413: ["PAYLOAD_TOO_LARGE", { reason: "request_too_large" }],
};

/**
 * Converts any thrown value to an `AppError`. Errors of the engine keep their 4xx
 * status; everything else becomes a 500 that reveals no internals.
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

/** The message of anything thrown, without its causes. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export interface ConfigIssue {
  variable: string;
  message: string;
}

/** All issues of a configuration. Messages never contain values: some are secrets. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly issues: ConfigIssue[]) {
    super(
      issues.map((issue) => `${issue.variable}: ${issue.message}`).join("\n"),
    );
  }
}
