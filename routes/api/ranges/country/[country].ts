import { listResponse } from "../../../../lib/http/list_response.ts";
import type { Context } from "fresh";
import { define, type State } from "../../../../define.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { choiceOf, countryOf, familyOf } from "../../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../../lib/http/rate_limit.ts";
import {
  RANGE_FORMATS,
  rangeText,
} from "../../../../lib/ipinfo/ranges/formats.ts";

/** The blocks of a country. */
export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const { req, state: { services, client } } = ctx;
    const { rangeLists } = services;
    const country = countryOf(ctx);
    const family = familyOf(ctx);
    const format = choiceOf(ctx, "format", RANGE_FORMATS) ?? "text";
    const caller = { client, signal: req.signal };
    using held = new DisposableStack();
    held.use(await rangeLists.acquireReader(caller));
    const families = family ? [family] : [4, 6] as const;
    const ranges = await rangeLists.country(country, families, caller);
    const list = rangeText({ country }, ranges, format);
    return listResponse(list, req.headers, held.move(), services);
  },
}));
