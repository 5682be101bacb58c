import type { Context } from "fresh";
import { define, type State } from "../../define.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { echoRequest } from "../../lib/egress/echo_request.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { peerAddress } from "../../lib/net/client_address.ts";

/**
 * The request as received, to debug a proxy. Shares the rate limit of the JSON
 * IP.
 */
export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { req, info, state: { client } } = ctx;
    enforceRateLimit(ctx);
    const { hostname } = info.remoteAddr as Deno.NetAddr;
    const peer = peerAddress(hostname).text;
    return jsonResponse(echoRequest(req, client, peer), { isPrivate: true });
  },
}));
