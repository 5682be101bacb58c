import { readBody } from "./body.ts";
import { AppError } from "./errors.ts";

export interface ReadJsonOptions {
  maxBytes?: number;
  /** How long the whole body may take to come in. */
  limitMs?: number;
}

/** A browser asks before it sends this for another site, and gets no leave. */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

/**
 * The JSON in the body of a request; whatever it is.
 *
 * @throws {AppError} 413 `PAYLOAD_TOO_LARGE`; 400 `INVALID_INPUT`
 */
export async function readJson(
  { headers, body }: Request,
  { maxBytes = 4096, limitMs = 10_000 }: ReadJsonOptions = {},
): Promise<unknown> {
  if (!JSON_TYPE.test(headers.get("content-type") ?? "")) {
    await body?.cancel();
    throw invalid(
      "This takes JSON: the content type must be application/json.",
    );
  }
  const text = await readBody(body, { what: "request", maxBytes, limitMs });
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("The request is no valid JSON.");
  }
}

function invalid(message: string): AppError {
  return new AppError(400, "INVALID_INPUT", message);
}
