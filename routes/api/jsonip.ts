import { byMethod } from "../../define.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { callbackOf, rejectRequestedAddress } from "../../lib/http/query.ts";

export const handler = byMethod({
  GET(ctx) {
    const { client } = ctx.state;
    enforceRateLimit(ctx);
    rejectRequestedAddress(ctx);
    return jsonResponse({ ip: client.ip.text }, { callback: callbackOf(ctx) });
  },
});
