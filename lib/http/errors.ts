/**
 * The one error type that carries an answer for a stranger.
 *
 * `code` and `message` are public. `cause` is for the log only and never
 * leaves the process.
 */
export class AppError extends Error {
  override name = "AppError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly options: { cause?: unknown; headers?: Record<string, string> } =
      {},
  ) {
    super(message, { cause: options.cause });
  }
}
