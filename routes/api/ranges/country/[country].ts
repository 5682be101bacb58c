import type { Context } from "fresh";
import { define, type State } from "../../../../define.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { countryOf } from "../../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../../lib/http/rate_limit.ts";
import { rangeResponse } from "../../../../lib/ipinfo/ranges/range_response.ts";

/** The blocks of a country. */
export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const { rangeLists } = ctx.state.services;
    const country = countryOf(ctx);
    return await rangeResponse(
      ctx,
      { country },
      (families, caller) => rangeLists.country(country, families, caller),
    );
  },
}));
