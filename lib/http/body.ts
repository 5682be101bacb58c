import { withDeadline } from "../core/deadline.ts";
import { AppError, invalidInput } from "../core/errors.ts";

interface BodyLimits {
  maxBytes: number;
  /** How long the whole body may take to arrive. */
  limitMs: number;
}

/**
 * Reads the body of a request as text. Size and time are limited, because the
 * client chooses both. A body that says it is too long is not waited for.
 *
 * @throws {AppError} 413 `PAYLOAD_TOO_LARGE`; 400 `INVALID_INPUT` if it breaks off or arrives too slowly
 */
export async function readBody(
  { headers, body }: Pick<Request, "headers" | "body">,
  { maxBytes, limitMs }: BodyLimits,
): Promise<string> {
  if (body === null) return "";
  const reader = readerOf(body);
  const isTooLong = Number(headers.get("content-length")) > maxBytes;
  try {
    const bytes = isTooLong
      ? null
      : await withDeadline(limitMs, () => readAtMost(reader, maxBytes));
    if (bytes !== null) return new TextDecoder().decode(bytes);
  } catch {
    cancel(reader);
    throw invalidInput({ reason: "body_incomplete" });
  }
  cancel(reader);
  throw new AppError(
    413,
    "PAYLOAD_TOO_LARGE",
    { reason: "body_too_large", maxBytes },
  );
}

type Reader =
  | ReadableStreamBYOBReader
  | ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads into our own buffers if Deno lets us: its own have 64 KiB, and to allocate
 * them for bodies that have yet to arrive took longer than all else of such requests.
 */
function readerOf(body: ReadableStream<Uint8Array>): Reader {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    // What has arrived with the headers, or comes from another thread, is in chunks.
    return body.getReader();
  }
}

/** Not awaited, because the other end may never respond. */
function cancel(reader: Reader): void {
  reader.cancel().catch(() => {});
}

const CHUNK_BYTES = 8 * 1024;

/**
 * Null if the body is longer. The buffer grows with what has arrived, because a
 * client may announce much and send nothing.
 */
async function readAtMost(
  reader: Reader,
  maxBytes: number,
): Promise<Uint8Array | null> {
  let bytes = new Uint8Array();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(CHUNK_BYTES));
    if (done) return bytes.subarray(0, length);
    const end = length + value.length;
    if (end > maxBytes) return null;
    if (end > bytes.length) {
      const longer = new Uint8Array(
        Math.min(Math.max(end, 2 * bytes.length), maxBytes),
      );
      longer.set(bytes);
      bytes = longer;
    }
    bytes.set(value, length);
    length = end;
  }
}

interface ReadJsonOptions {
  maxBytes?: number;
  /** How long the whole body may take to arrive. */
  limitMs?: number;
  /** Accepts any content type. Only for what other sites may request. */
  anyType?: boolean;
}

/** Browsers send this type to another site only after a preflight, which fails here. */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

/**
 * Parses the JSON body of a request.
 *
 * @throws {AppError} 413 `PAYLOAD_TOO_LARGE`; 415 `UNSUPPORTED_MEDIA_TYPE`; 400 `INVALID_INPUT`
 */
export async function readJson(
  request: Request,
  { maxBytes = 4096, limitMs = 10_000, anyType = false }: ReadJsonOptions = {},
): Promise<unknown> {
  const { headers, body } = request;
  if (!anyType && !JSON_TYPE.test(headers.get("content-type") ?? "")) {
    await body?.cancel();
    throw new AppError(
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      { reason: "json_expected" },
    );
  }
  const text = await readBody(request, { maxBytes, limitMs });
  try {
    return JSON.parse(text);
  } catch {
    throw invalidInput({ reason: "json_malformed" });
  }
}
