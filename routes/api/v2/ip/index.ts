import type { Context } from "fresh";
import { define, type State } from "../../../../define.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { missingTarget } from "../../../../lib/http/query.ts";
import { meteredResponse } from "../../../../lib/http/quota_response.ts";
import { lookUpMetered } from "../../../../lib/ipinfo/metered_lookup.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { services } = ctx.state;
    const result = await lookUpMetered(ctx, services, missingTarget);
    return meteredResponse(result, services.now());
  },
}));
