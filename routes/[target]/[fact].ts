import { textResponse } from "../../lib/http/responses.ts";
import { HttpError } from "fresh";
import { byMethod, define } from "../../define.ts";
import { notFound } from "../../lib/core/errors.ts";
import { familyOf, leadingTargetOf } from "../../lib/http/query.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { isTargetFact } from "../../lib/http/url_rows.ts";
import { FACT_NAMES } from "../../lib/http/url_table.ts";
import { factText } from "../../lib/ipinfo/records/text.ts";
import { networkPage } from "../[target].tsx";

const PREFIX_LENGTH = /^\d+$/;

/** One fact about any address or name, as text. */
const oneFact = byMethod({
  async GET(ctx) {
    const { req, params, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const name = FACT_NAMES.find((name) => name === params.fact);
    if (name === undefined) throw notFound();
    const target = leadingTargetOf(ctx);
    const { profile } = await services.ipinfo.describe(target, "v1", {
      family: familyOf(ctx),
      client,
      signal: req.signal,
    });
    return textResponse(factText(name, profile.facts));
  },
});

export const handler = define.handlers((ctx) => {
  // Any other path of two segments is a page that does not exist.
  if (!isTargetFact(ctx.url.pathname)) throw new HttpError(404);
  return PREFIX_LENGTH.test(ctx.params.fact) ? networkPage(ctx) : oneFact(ctx);
});
