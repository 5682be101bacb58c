import { byMethod } from "../define.ts";
import { AppError, notFound } from "../lib/core/errors.ts";
import { readJson } from "../lib/http/body.ts";
import { isTrustedOrigin } from "../lib/http/hosts.ts";
import { quotaHeaders } from "../lib/http/quota_response.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { acceptedResponse, jsonResponse } from "../lib/http/responses.ts";

/** Enough for a call with the names and capabilities of a client. */
const MAX_BYTES = 32_768;

/** The Model Context Protocol, for AI assistants. */
export const handler = byMethod({
  async POST(ctx) {
    const { req, url, state: { services, client } } = ctx;
    const { mcp, config } = services;
    if (mcp === null) throw notFound();
    enforceRateLimit(ctx);
    const origin = req.headers.get("origin");
    if (origin !== null && !isTrustedOrigin(origin, url, config.BASE_URL)) {
      throw new AppError(403, "FORBIDDEN", {
        reason: "sent_from_another_site",
      });
    }
    const { status, body, quota } = await mcp.respond(await bodyOf(req), {
      req,
      url,
      client,
      countLookup: () => enforceRateLimit(ctx, "lookup"),
    });
    if (body === null) return acceptedResponse();
    const headers = quota && quotaHeaders(quota);
    return jsonResponse(body, { status, isPrivate: true }, headers);
  },
});

/** The body of a request; undefined if it is not JSON. */
async function bodyOf(req: Request): Promise<unknown> {
  try {
    return await readJson(req, { maxBytes: MAX_BYTES });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.params.reason !== "json_malformed") throw error;
    return undefined;
  }
}
