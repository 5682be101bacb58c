import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { methods } from "../../../lib/http/methods.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { meteredResponse } from "../../../lib/http/quota_response.ts";
import { lookUpMeteredBatch } from "../../../lib/ipinfo/metered_lookup.ts";

export const handler = define.handlers(methods({
  async POST(ctx: Context<State>) {
    const { services } = ctx.state;
    enforceRateLimit(ctx, "batch", "v2");
    const result = await lookUpMeteredBatch(ctx, services);
    return meteredResponse(result, services.now());
  },
}));
