import { byMethod } from "../../../define.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { meteredResponse } from "../../../lib/http/quota_response.ts";
import { lookUpMeteredBatch } from "../../../lib/ipinfo/metered_lookup.ts";

export const handler = byMethod({
  async POST(ctx) {
    const { services } = ctx.state;
    enforceRateLimit(ctx, "batch", "v2");
    const result = await lookUpMeteredBatch(ctx, services);
    return meteredResponse(result, services.now());
  },
});
