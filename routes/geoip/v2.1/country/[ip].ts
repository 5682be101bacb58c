import { byMethod, define } from "../../../../define.ts";
import { addressOrMeOf } from "../../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../../lib/http/rate_limit.ts";
import {
  geoip2Type,
  jsonTextResponse,
} from "../../../../lib/http/responses.ts";
import { geoip2View } from "../../../../lib/ipinfo/records/geoip2.ts";
import { RequestLookup } from "../../../../lib/ipinfo/target_lookup.ts";

/** The handler of a service of MaxMind that needs no token. */
export function geoip2Handler(service: "country" | "city") {
  return byMethod({
    async GET(ctx) {
      const { req, state: { services, client } } = ctx;
      enforceRateLimit(ctx);
      const { ip } = addressOrMeOf(ctx);
      const lookup = new RequestLookup(client, req, "v1");
      lookup.withHostName = false;
      const { profile, isComplete } = await services.profiles
        .describe(ip, lookup);
      return jsonTextResponse(
        JSON.stringify(geoip2View(profile, service)),
        isComplete && ip !== client.ip ? "hour" : "none",
        { "content-type": geoip2Type(service) },
      );
    },
  });
}

export const handler = define.handlers(geoip2Handler("country"));
