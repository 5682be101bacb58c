import { byMethod } from "../../../define.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";

const headers = {
  // A proxy that compresses could make a large response fit one packet.
  "cache-control": "no-store, no-transform",
  "timing-allow-origin": "*",
};

/** The client's address; with `large`, in more than one packet. */
export const handler = byMethod({
  GET(ctx) {
    const { url, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const { text: ip, family } = client.ip;
    const { padding } = services.egress;
    const isLarge = url.searchParams.has("large");
    const exit = { ip, family, ...isLarge && { padding } };
    return jsonResponse(exit, {}, headers);
  },
});
