import { createHash } from "node:crypto";
import { corsHeaders } from "./cors_headers.ts";

/** JSON that is the same for everybody, as it is sent. */
export interface KeptJson {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The entity tag (RFC 9110 section 8.8.3): another one for other bytes. */
  readonly etag: string;
}

export function keptJson(value: unknown): KeptJson {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const hash = createHash("sha256").update(bytes).digest("base64url");
  return { bytes, etag: `"${hash}"` };
}

/** Its answer, open to every origin and kept for an hour: 304 for whoever has it. */
export function keptJsonAnswer(
  { bytes, etag }: KeptJson,
  asked: Headers,
): Response {
  const headers = {
    ...corsHeaders,
    "cache-control": "private, max-age=3600",
    etag,
    "x-content-type-options": "nosniff",
  };
  if (isKnown(etag, asked.get("if-none-match"))) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bytes, {
    headers: { ...headers, "content-type": "application/json; charset=utf-8" },
  });
}

/** The weak comparison of RFC 9110 section 13.1.2: a compressed answer had a weak tag. */
function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  return ifNoneMatch === "*" ||
    (ifNoneMatch?.split(",") ?? []).some((tag) =>
      tag.trim().replace(/^W\//, "") === etag
    );
}
