import { AppError } from "../http/errors.ts";

/** The answer to lifting a ban that has ended or was lifted meanwhile. */
export function noSuchBan(): AppError {
  return new AppError(404, "NOT_FOUND", "There is no such ban any more.");
}
