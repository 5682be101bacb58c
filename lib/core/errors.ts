/**
 * The one error type that carries an answer for a stranger.
 *
 * `code` and `message` are public. `cause` is for the log only and never
 * leaves the process.
 */
export class AppError extends Error {
  override name = "AppError";
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message, { cause: options.cause });
    this.headers = options.headers ?? {};
  }

  /** The same error with more headers. */
  with(headers: Readonly<Record<string, string>>): AppError {
    const { status, code, message, cause } = this;
    return new AppError(status, code, message, {
      cause,
      headers: { ...this.headers, ...headers },
    });
  }
}

/** A form that cannot be taken as it was sent; `field` is what to correct. */
export class InputError extends AppError {
  override name = "InputError";

  constructor(readonly field: string, message: string, status = 400) {
    super(status, "INVALID_INPUT", message);
  }
}

/** A form whose button no page of ours has. */
export function unknownAction(): InputError {
  return new InputError("action", "There is nothing of this name to do.");
}

/** The answer where nothing is. */
export function notFound(): AppError {
  return new AppError(404, "NOT_FOUND", "There is nothing at this address.");
}

/** Refusals of the engine and its middlewares, in words. */
const refusals: Readonly<Record<number, [code: string, message: string]>> = {
  403: [
    "FORBIDDEN",
    "This was sent from a page that is not ours, and was not done. Please open the page here and send it again.",
  ],
  413: ["PAYLOAD_TOO_LARGE", "What was sent is too large."],
};

/**
 * Any thrown value as an `AppError`. An error with a 4xx status, as the engine
 * throws them, keeps it; everything else becomes a 500 that says nothing of
 * the inside.
 */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = thrown instanceof Error && "status" in thrown
    ? Number(thrown.status)
    : 500;
  if (status === 404) return notFound();
  if (status >= 400 && status < 500) {
    const [code, message] = refusals[status] ??
      ["INVALID_INPUT", "The request is malformed."];
    return new AppError(status, code, message);
  }
  return new AppError(
    500,
    "INTERNAL_ERROR",
    "Something went wrong on our side.",
    { cause: thrown },
  );
}
