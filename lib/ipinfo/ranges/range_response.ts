import { createHash } from "node:crypto";
import { AppError } from "../../core/errors.ts";
import type { Caller } from "../../core/caller.ts";
import { createPause } from "../../core/async.ts";
import {
  corsHeaders,
  exposedHeaders,
  isKnownEtag,
} from "../../http/responses.ts";
import { choiceOf, familyOf, type TargetRequest } from "../../http/query.ts";
import {
  RANGE_FORMATS,
  type RangeFormat,
  type RangeSubject,
  textOf,
} from "./formats.ts";
import type { FamilyRanges } from "./range_lists.ts";

type RangeRequest = TargetRequest & {
  readonly req: Request;
  readonly state: { readonly client: Caller["client"] };
};

/**
 * Responds with a list of blocks, or 304 if the client has it. The body is
 * generated as fast as the client reads it.
 *
 * @throws {AppError} 400; 404 if no address is known; what `rangesOf` throws
 */
export async function rangeResponse(
  request: RangeRequest,
  subject: RangeSubject,
  rangesOf: (
    families: readonly (4 | 6)[],
    caller: Caller,
  ) => Promise<FamilyRanges>,
): Promise<Response> {
  const { req, state: { client } } = request;
  const family = familyOf(request);
  const format = choiceOf(request, "format", RANGE_FORMATS) ?? "text";
  const families = family ? [family] : [4, 6] as const;
  const ranges = await rangesOf(families, { client, signal: req.signal });
  if (families.every((family) => ranges[family]?.count === 0)) {
    throw new AppError(404, "NOT_FOUND", { reason: "ranges_unknown" });
  }
  const etag = etagOf(subject, ranges, format);
  const headers = {
    ...corsHeaders,
    ...exposedHeaders,
    // Compressing it would take it as a whole, and change the bytes of a strong ETag.
    "cache-control": "max-age=86400, no-transform",
    etag,
    "x-content-type-options": "nosniff",
  };
  if (isKnownEtag(etag, req.headers.get("if-none-match"))) {
    return new Response(null, { status: 304, headers });
  }
  const type = format === "json" ? "application/json" : "text/plain";
  return new Response(streamOf(textOf(subject, ranges, format)), {
    headers: { ...headers, "content-type": `${type}; charset=utf-8` },
  });
}

/** A strong entity tag: the same ranges in the same format are the same bytes. */
function etagOf(
  subject: RangeSubject,
  ranges: FamilyRanges,
  format: RangeFormat,
): string {
  const hash = createHash("sha256").update(JSON.stringify([subject, format]));
  for (const family of [4, 6] as const) {
    const list = ranges[family];
    hash.update(`${family} ${list?.count}`);
    if (!list) continue;
    hash.update(list.starts.subarray(0, list.count * 2));
    hash.update(list.ends.subarray(0, list.count * 2));
  }
  return `"${hash.digest("base64url")}"`;
}

function streamOf(
  chunks: Iterator<Uint8Array>,
): ReadableStream<Uint8Array> {
  const pause = createPause();
  return new ReadableStream({
    async pull(controller) {
      // A client that reads fast would keep others waiting until the end.
      await pause();
      const { done, value } = chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}
