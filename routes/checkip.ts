import { byMethod } from "../define.ts";
import { corsHeaders, pageHeaders } from "../lib/http/responses.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { rejectRequestedAddress } from "../lib/http/query.ts";

/** The client's address in the HTML that checkip.dyndns.org returns, which routers search for the address. */
export const handler = byMethod({
  GET(ctx) {
    enforceRateLimit(ctx);
    rejectRequestedAddress(ctx);
    const { text } = ctx.state.client.ip;
    return new Response(
      `<html><head><title>Current IP Check</title></head><body>Current IP Address: ${text}</body></html>\r\n`,
      { headers: { ...pageHeaders, ...corsHeaders } },
    );
  },
});
