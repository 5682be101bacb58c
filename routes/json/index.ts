import { byMethod, define } from "../../define.ts";
import {
  callbackOf,
  langValueOf,
  queryValueOf,
  requestedAddressOf,
} from "../../lib/http/query.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { jsonResponse, jsonTextResponse } from "../../lib/http/responses.ts";
import { ipApiHandler } from "./[query].ts";
import { echoipView } from "../../lib/ipinfo/records/echoip.ts";

const asIpApi = ipApiHandler("json");

/** The client, or the address in the query, in the format of echoip. */
const asEchoip = byMethod({
  async GET(ctx) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const callback = callbackOf(ctx);
    const language = langValueOf(ctx);
    const ip = requestedAddressOf(ctx) ?? client.ip;
    const { profile } = await services.profiles.describe(ip, {
      order: "v1",
      client,
      signal: req.signal,
    });
    const userAgent = req.headers.get("user-agent");
    const record = echoipView(profile, userAgent, language);
    // Scripts that read it line by line expect the line breaks of echoip.
    return callback
      ? jsonResponse(record, { callback })
      : jsonTextResponse(JSON.stringify(record, null, 2), "none");
  },
});

/** Two services use this path. Only ip-api.com knows `fields`. */
export const handler = define.handlers((ctx) =>
  queryValueOf(ctx, "fields") !== null ? asIpApi(ctx) : asEchoip(ctx)
);
