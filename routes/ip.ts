import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { jsonResponse } from "../lib/http/responses.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { methods } from "../lib/http/methods.ts";
import { callbackOf, languageOf } from "../lib/http/query.ts";
import { viewerPolicy } from "../lib/ipinfo/viewer.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const callback = callbackOf(ctx);
    const language = languageOf(ctx);
    const record = await services.ipinfo.geoipOfVisitor(client.ip, {
      order: await viewerPolicy(ctx),
      language,
      client,
      signal: req.signal,
    });
    return jsonResponse(record, { callback });
  },
}));
