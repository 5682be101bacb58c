import { byMethod } from "../../../define.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { parsePort } from "../../../lib/egress/port_checker.ts";

/** Whether a port of the client can be reached from this server. */
export const handler = byMethod({
  async GET(ctx) {
    const { req, params, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const port = parsePort(params.port);
    const { portChecker } = services;
    const caller = { client, signal: req.signal };
    return jsonResponse(await portChecker.check(client.ip, port, caller));
  },
});
