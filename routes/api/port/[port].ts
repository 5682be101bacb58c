import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { methods } from "../../../lib/http/methods.ts";
import { parsePort } from "../../../lib/egress/port_checker.ts";

/** Whether a port of the client can be reached from this server. */
export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { req, params, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const port = parsePort(params.port);
    const { portChecker } = services;
    const caller = { client, signal: req.signal };
    return jsonResponse(await portChecker.check(client.ip, port, caller));
  },
}));
