import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { jsonAnswer } from "../../../lib/http/answers.ts";
import { charge } from "../../../lib/http/limit.ts";
import { methods } from "../../../lib/http/methods.ts";
import { callbackOf, familyOf, targetOf } from "../../../lib/http/query.ts";
import { orderFor } from "../../../lib/http/viewer.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { req, url, state: { services, client } } = ctx;
    charge(services.limits, "geoip", client.key);
    const callback = callbackOf(url);
    const order = await orderFor(ctx);
    const { record, lifetime } = await services.lookups.geoip(targetOf(url), {
      family: familyOf(url),
      order,
      signal: req.signal,
    });
    return jsonAnswer(record, {
      callback,
      // What a member is told is not for whoever has the browser next.
      lifetime: order === "v2" ? "none" : lifetime,
    });
  },
}));
