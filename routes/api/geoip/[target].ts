import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { goingOn } from "../../../lib/core/maybe_async.ts";
import { jsonAnswer } from "../../../lib/http/responses.ts";
import { charge } from "../../../lib/http/rate_limit.ts";
import { methods } from "../../../lib/http/methods.ts";
import { callbackOf, familyOf, targetOf } from "../../../lib/http/query.ts";
import { orderFor } from "../../../lib/ipinfo/viewer_policy.ts";
import type { Order } from "../../../lib/ipinfo/source_policy.ts";

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { services, client } = ctx.state;
    charge(services.limits, "geoip", client.key);
    const callback = callbackOf(ctx);
    return goingOn(orderFor(ctx), (order) => answered(ctx, order, callback));
  },
}));

function answered(
  ctx: Context<State>,
  order: Order,
  callback: string | null,
): Response | Promise<Response> {
  const { req, state: { services, client } } = ctx;
  const looked = services.lookups.geoip(targetOf(ctx), {
    family: familyOf(ctx),
    order,
    client,
    get signal() {
      return req.signal;
    },
  });
  return goingOn(looked, ({ record, lifetime }) =>
    jsonAnswer(record, {
      callback,
      // What a member is told is not for whoever has the browser next.
      lifetime: order === "v2" ? "none" : lifetime,
    }));
}
