import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { jsonAnswer } from "../lib/http/responses.ts";
import { charge } from "../lib/http/rate_limit.ts";
import { methods } from "../lib/http/methods.ts";
import { callbackOf } from "../lib/http/query.ts";
import { orderFor } from "../lib/ipinfo/viewer_policy.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    charge(services.limits, "geoip", client.key);
    const callback = callbackOf(ctx);
    const record = await services.lookups.geoipOfVisitor(client.ip, {
      order: await orderFor(ctx),
      client,
      signal: req.signal,
    });
    return jsonAnswer(record, { callback });
  },
}));
