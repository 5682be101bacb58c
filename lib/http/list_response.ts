import { createPause } from "../core/async.ts";
import { type StallOptions, StallTimer } from "../core/deadline.ts";
import { SizedResponse, STREAM_BYTES } from "./compression.ts";
import { corsHeaders, exposedHeaders, isKnownEtag } from "./responses.ts";

/** How long a client may pause in total while it reads a list, which others wait for. */
const MAX_PAUSE_MS = 30_000;

/** A list as text that is generated for each client. */
export interface ListText {
  readonly type: string;
  /** A strong entity tag. */
  readonly etag: string;
  readonly chunks: () => Iterator<Uint8Array>;
}

/**
 * Its response, cached for a day and open to every origin, or 304 if the client
 * has it. The body is generated as fast as the client reads it.
 *
 * @param held is disposed of once the body is sent, or the client has left
 */
export function listResponse(
  { type, etag, chunks }: ListText,
  requestHeaders: Headers,
  held: Disposable,
  options: Pick<StallOptions, "now">,
): Response {
  const headers = {
    ...corsHeaders,
    ...exposedHeaders,
    // Compressing it would take it as a whole, and change the bytes of a strong ETag.
    "cache-control": "max-age=86400, no-transform",
    etag,
    "x-content-type-options": "nosniff",
  };
  if (isKnownEtag(etag, requestHeaders.get("if-none-match"))) {
    held[Symbol.dispose]();
    return new Response(null, { status: 304, headers });
  }
  return new SizedResponse(
    listStream(chunks(), held, options),
    { headers: { ...headers, "content-type": `${type}; charset=utf-8` } },
    STREAM_BYTES,
  );
}

/**
 * A list as a body that is generated as the client reads it.
 *
 * @param held is disposed of at the end, and when the client has left or has
 * paused for too long in total
 */
export function listStream(
  chunks: Iterator<Uint8Array>,
  held: Disposable,
  { now, timeoutMs = MAX_PAUSE_MS }: Pick<StallOptions, "now" | "timeoutMs">,
): ReadableStream<Uint8Array> {
  const pause = createPause();
  let stall: StallTimer;
  const end = () => {
    stall.stop();
    held[Symbol.dispose]();
  };
  return new ReadableStream({
    start(controller) {
      stall = new StallTimer({
        timeoutMs,
        now,
        onStall() {
          end();
          controller.error(new DOMException("too slow", "TimeoutError"));
        },
      });
      stall.start();
    },
    async pull(controller) {
      stall.stop();
      // A client that reads fast would keep others waiting until the end.
      await pause();
      const { done, value } = chunks.next();
      if (done) {
        end();
        return controller.close();
      }
      controller.enqueue(value);
      stall.start();
    },
    cancel: end,
  }, { highWaterMark: 0 });
}
