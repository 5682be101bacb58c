import type { Context } from "fresh";
import { define, type State } from "../../../../define.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { asnOf } from "../../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../../lib/http/rate_limit.ts";
import { rangeResponse } from "../../../../lib/ipinfo/ranges/range_response.ts";

/** The blocks that an autonomous system announces. */
export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const { rangeLists } = ctx.state.services;
    const asn = asnOf(ctx);
    return await rangeResponse(
      ctx,
      { asn },
      (families, caller) => rangeLists.system(asn, families, caller),
    );
  },
}));
