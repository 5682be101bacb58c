import { byMethod } from "../../define.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { parsePort } from "../../lib/egress/port_checker.ts";

/** Whether a port of the client can be reached from this server, as echoip returns it. */
export const handler = byMethod({
  async GET(ctx) {
    const { req, params, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const caller = { client, signal: req.signal };
    const { ip, port, reachable } = await services.portChecker.check(
      client.ip,
      parsePort(params.port),
      caller,
    );
    return jsonResponse({ ip, port, reachable });
  },
});
