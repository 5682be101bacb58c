import { byMethod } from "../../../../define.ts";
import { AppError } from "../../../../lib/core/errors.ts";
import { addressOrMeOf } from "../../../../lib/http/query.ts";
import { quotaHeaders } from "../../../../lib/http/quota_response.ts";
import {
  geoip2Type,
  jsonTextResponse,
} from "../../../../lib/http/responses.ts";
import { lookUpMetered } from "../../../../lib/ipinfo/metered_lookup.ts";
import { geoip2View } from "../../../../lib/ipinfo/records/geoip2.ts";

export const handler = byMethod({
  async GET(ctx) {
    const { quotas, ipinfo } = ctx.state.services;
    const result = await lookUpMetered(ctx, {
      quotas,
      ipinfo: {
        async v2(target, options) {
          const lookup = { ...options, withHostName: false };
          const { profile } = await ipinfo.describe(target, "v2", lookup);
          const record = geoip2View(profile, "insights");
          return { record, lifetime: "none" };
        },
      },
    }, () => addressOrMeOf(ctx));
    const { quota } = result;
    const headers = quotaHeaders(quota);
    if ("error" in result) throw result.error.with(headers);
    const { limit, remaining, resetAtMs } = quota;
    if ("refusedCount" in result) {
      const params = { reason: "quota_used_up", limit, resetAtMs } as const;
      throw new AppError(402, "OUT_OF_QUERIES", params, { headers });
    }
    // The number is known only after the charge.
    const maxmind = JSON.stringify({ queries_remaining: remaining });
    const json = result.json.replace(/}$/, `,"maxmind":${maxmind}}`);
    return jsonTextResponse(json, result.lifetime, {
      ...headers,
      "content-type": geoip2Type("insights"),
    });
  },
});
