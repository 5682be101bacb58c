import type { Context } from "fresh";
import { define, type State } from "../../define.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { callbackOf, rejectRequestedAddress } from "../../lib/http/query.ts";

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { client } = ctx.state;
    enforceRateLimit(ctx);
    rejectRequestedAddress(ctx);
    return jsonResponse({ ip: client.ip.text }, { callback: callbackOf(ctx) });
  },
}));
