import type { Context } from "fresh";
import { byMethod, type State } from "../../../../define.ts";
import { listResponse } from "../../../../lib/http/list_response.ts";
import { choiceOf, countryOf, familyOf } from "../../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../../lib/http/rate_limit.ts";
import {
  RANGE_FORMATS,
  rangeText,
} from "../../../../lib/ipinfo/ranges/formats.ts";

/** The handler of the blocks of a country, or of those that a system announces. */
export function rangesHandler(
  holderIn: (ctx: Context<State>) => Parameters<typeof rangeText>[0],
) {
  return byMethod({
    async GET(ctx) {
      enforceRateLimit(ctx);
      const { req, state: { services, client } } = ctx;
      const { rangeLists } = services;
      const holder = holderIn(ctx);
      const family = familyOf(ctx);
      const format = choiceOf(ctx, "format", RANGE_FORMATS) ?? "text";
      const caller = { client, signal: req.signal };
      using held = new DisposableStack();
      held.use(await rangeLists.acquireReader(caller));
      const families = family ? [family] : [4, 6] as const;
      const ranges = await ("asn" in holder
        ? rangeLists.system(holder.asn, families, caller)
        : rangeLists.country(holder.country, families, caller));
      const list = rangeText(holder, ranges, format);
      return listResponse(list, req.headers, held.move(), services);
    },
  });
}

export const handler = rangesHandler((ctx) => ({ country: countryOf(ctx) }));
