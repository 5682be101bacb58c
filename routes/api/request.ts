import { byMethod } from "../../define.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { echoRequest } from "../../lib/egress/echo_request.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { peerAddress } from "../../lib/net/client_address.ts";

/**
 * The request as received, to debug a proxy. Shares the rate limit of the JSON
 * IP.
 */
export const handler = byMethod({
  GET(ctx) {
    const { req, info, state: { client } } = ctx;
    enforceRateLimit(ctx);
    const { hostname } = info.remoteAddr as Deno.NetAddr;
    const peer = peerAddress(hostname).text;
    return jsonResponse(echoRequest(req, client, peer), { isPrivate: true });
  },
});
