import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { mapMaybeAsync } from "../../../lib/core/maybe_async.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { methods } from "../../../lib/http/methods.ts";
import { callbackOf, familyOf, targetOf } from "../../../lib/http/query.ts";
import { viewerPolicy } from "../../../lib/ipinfo/viewer_policy.ts";

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const callback = callbackOf(ctx);
    return mapMaybeAsync(viewerPolicy(ctx), (order) => {
      const looked = services.ipinfo.geoip(targetOf(ctx), {
        family: familyOf(ctx),
        order,
        client,
        get signal() {
          return req.signal;
        },
      });
      return mapMaybeAsync(
        looked,
        ({ record, lifetime }) =>
          jsonResponse(record, {
            callback,
            // The member's data must not stay in a shared browser's cache.
            lifetime: order === "v2" ? "none" : lifetime,
          }),
      );
    });
  },
}));
