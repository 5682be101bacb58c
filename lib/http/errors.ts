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
}

/** The answer where nothing is. */
export function notFound(): AppError {
  return new AppError(404, "NOT_FOUND", "There is nothing at this address.");
}

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
    return new AppError(status, "INVALID_INPUT", "The request is malformed.");
  }
  return new AppError(
    500,
    "INTERNAL_ERROR",
    "Something went wrong on our side.",
    { cause: thrown },
  );
}
