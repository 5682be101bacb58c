import type { Context } from "fresh";
import { define, type State } from "../../../../define.ts";
import { mapMaybeAsync } from "../../../../lib/core/async.ts";
import { jsonTextResponse } from "../../../../lib/http/responses.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { addressOf, langValueOf } from "../../../../lib/http/query.ts";
import { RequestLookup } from "../../../../lib/ipinfo/target_lookup.ts";

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    const target = addressOf(ctx);
    const lookup = new RequestLookup(client, req, "v1", langValueOf(ctx));
    return mapMaybeAsync(
      services.ipinfo.v1Json(target, lookup),
      ({ record, lifetime }) => jsonTextResponse(record, lifetime),
    );
  },
}));
