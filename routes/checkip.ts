import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { corsHeaders, pageHeaders } from "../lib/http/responses.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { methods } from "../lib/http/methods.ts";
import { rejectRequestedAddress } from "../lib/http/query.ts";

/** The client's address in the HTML that checkip.dyndns.org returns, which routers search for the address. */
export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    rejectRequestedAddress(ctx);
    const { text } = ctx.state.client.ip;
    return new Response(
      `<html><head><title>Current IP Check</title></head><body>Current IP Address: ${text}</body></html>\r\n`,
      { headers: { ...pageHeaders, ...corsHeaders } },
    );
  },
}));
