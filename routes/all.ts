import { byMethod } from "../define.ts";
import { choiceOf, requestedAddressOf } from "../lib/http/query.ts";
import { textResponse } from "../lib/http/responses.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { profileText } from "../lib/ipinfo/records/text.ts";

/** What is known of the client, or of the address in the query, as text for a terminal. */
export const handler = byMethod({
  async GET(ctx) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const ip = requestedAddressOf(ctx) ?? client.ip;
    const hasColors = choiceOf(ctx, "color", ["on", "off"]) === "on";
    const { profile } = await services.profiles.describe(ip, {
      order: "v1",
      client,
      signal: req.signal,
    });
    const checks = services.checks();
    return textResponse(profileText(profile, { checks, hasColors }), "");
  },
});
