import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { jsonAnswer } from "../lib/http/answers.ts";
import { charge } from "../lib/http/limit.ts";
import { methods } from "../lib/http/methods.ts";
import { callbackOf } from "../lib/http/query.ts";

export const handler = define.handlers(methods({
  async GET({ req, url, state: { services, client } }: Context<State>) {
    charge(services.limits, "geoip", client.key);
    const callback = callbackOf(url);
    const record = await services.lookups.geoipOfVisitor(client.ip, req.signal);
    return jsonAnswer(record, { callback });
  },
}));
