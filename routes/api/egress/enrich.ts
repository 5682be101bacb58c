import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { addressListOf, languageOf } from "../../../lib/http/query.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { readJson } from "../../../lib/http/body.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { methods } from "../../../lib/http/methods.ts";

/**
 * Describes addresses, in their order. They count as one request, and members
 * get the same as guests here.
 */
export const handler = define.handlers(methods({
  async POST(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const language = languageOf(ctx);
    const ips = addressListOf(await readJson(req));
    const rows = await Promise.all(ips.map(async (ip) => {
      const target = { kind: "address", ip } as const;
      const { record } = await services.ipinfo.geoip(target, {
        client,
        language,
        signal: req.signal,
      });
      return record;
    }));
    return jsonResponse({ rows });
  },
}));
