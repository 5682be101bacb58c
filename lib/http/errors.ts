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

const byStatus: Record<number, [code: string, message: string]> = {
  404: ["NOT_FOUND", "There is nothing at this address."],
  405: ["METHOD_NOT_ALLOWED", "This method is not allowed here."],
};

/** Any thrown value as an `AppError`; what is not known becomes a 500 that says nothing of the inside. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = thrown instanceof Error && "status" in thrown
    ? Number(thrown.status)
    : 500;
  const known = byStatus[status];
  if (known) return new AppError(status, known[0], known[1]);
  return new AppError(
    500,
    "INTERNAL_ERROR",
    "Something went wrong on our side.",
    { cause: thrown },
  );
}
