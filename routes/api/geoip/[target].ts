import { byMethod } from "../../../define.ts";
import { mapMaybeAsync } from "../../../lib/core/async.ts";
import { jsonResponse, jsonTextResponse } from "../../../lib/http/responses.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import {
  callbackOf,
  familyOf,
  langValueOf,
  targetOf,
} from "../../../lib/http/query.ts";
import { RequestLookup } from "../../../lib/ipinfo/target_lookup.ts";
import { viewerPolicy } from "../../../lib/ipinfo/home/home_for_viewer.ts";

export const handler = byMethod({
  GET(ctx) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const callback = callbackOf(ctx);
    return mapMaybeAsync(viewerPolicy(ctx), (order) => {
      const looked = services.ipinfo.geoipJson(
        targetOf(ctx),
        new RequestLookup(client, req, order, langValueOf(ctx), familyOf(ctx)),
      );
      return mapMaybeAsync(looked, ({ record, lifetime: ownLifetime }) => {
        // The member's data must not stay in a shared browser's cache.
        const lifetime = order === "v2" ? "none" : ownLifetime;
        return callback === null
          ? jsonTextResponse(record, lifetime)
          : jsonResponse(JSON.parse(record), { callback, lifetime });
      });
    });
  },
});
