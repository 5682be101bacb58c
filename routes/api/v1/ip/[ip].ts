import { byMethod } from "../../../../define.ts";
import { mapMaybeAsync } from "../../../../lib/core/async.ts";
import { jsonTextResponse } from "../../../../lib/http/responses.ts";
import { addressOf, langValueOf } from "../../../../lib/http/query.ts";
import { RequestLookup } from "../../../../lib/ipinfo/target_lookup.ts";

export const handler = byMethod({
  GET(ctx) {
    const { req, state: { services, client } } = ctx;
    const target = addressOf(ctx);
    const lookup = new RequestLookup(client, req, "v1", langValueOf(ctx));
    return mapMaybeAsync(
      services.ipinfo.v1Json(target, lookup),
      ({ record, lifetime }) => jsonTextResponse(record, lifetime),
    );
  },
});
