import type { Context } from "fresh";
import { byMethod, type State } from "../define.ts";
import { preferredType } from "../lib/http/accept.ts";
import { jsonResponse, textResponse } from "../lib/http/responses.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import {
  callbackOf,
  choiceOf,
  langValueOf,
  rejectRequestedAddress,
} from "../lib/http/query.ts";
import { viewerPolicy } from "../lib/ipinfo/home/home_for_viewer.ts";

/**
 * Whether the client wants only its address, as text. A wildcard in `Accept`
 * doesn't count; `text/plain` must be listed.
 */
function wantsText(ctx: Context<State>): boolean {
  const { req: { headers }, state: { services, role } } = ctx;
  const format = choiceOf(ctx, "format", ["text", "json"]);
  if (format !== null) return format === "text";
  const accept = headers.get("accept");
  return /\btext\/plain\b/i.test(accept ?? "")
    ? preferredType(accept) === "text"
    : role === "main" && services.config.API_URL !== undefined;
}

export const handler = byMethod({
  async GET(ctx) {
    const { req, state: { services, client } } = ctx;
    rejectRequestedAddress(ctx);
    if (wantsText(ctx)) {
      enforceRateLimit(ctx, "text");
      return textResponse(client.ip.text);
    }
    enforceRateLimit(ctx);
    const callback = callbackOf(ctx);
    const language = langValueOf(ctx);
    const record = await services.ipinfo.geoipOfVisitor(client.ip, {
      order: await viewerPolicy(ctx),
      language,
      client,
      signal: req.signal,
    });
    return jsonResponse(record, { callback, negotiated: true });
  },
});
