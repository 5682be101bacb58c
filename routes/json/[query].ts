import type { Context } from "fresh";
import { byMethod, define, type State } from "../../define.ts";
import {
  callbackOf,
  queryValueOf,
  requestedAddressOf,
} from "../../lib/http/query.ts";
import { enforceIpApiLimit } from "../../lib/http/rate_limit.ts";
import {
  csvResponse,
  jsonResponse,
  textResponse,
} from "../../lib/http/responses.ts";
import { ipApiCsv, ipApiLines } from "../../lib/ipinfo/records/ip_api.ts";
import { IpApiLookup } from "../../lib/ipinfo/records/ip_api_lookup.ts";
import { parseTargetText, type Target } from "../../lib/net/target.ts";

/**
 * The handler of a form of ip-api.com, about the target in the path, or without
 * one about the client or the address in the query's `ip`.
 */
export function ipApiHandler(format: "json" | "csv" | "line") {
  return byMethod({
    async GET(ctx) {
      const limit = enforceIpApiLimit(ctx);
      const callback = format === "json" ? callbackOf(ctx) : null;
      const { query = "" } = ctx.params;
      const target = query ? parseTargetText(query) : ownTarget(ctx);
      const record = await ipApiLookup(ctx).record(target, query);
      if (format === "csv") {
        return csvResponse(ipApiCsv(record), undefined, limit);
      }
      if (format === "line") {
        return textResponse(ipApiLines(record), "", limit);
      }
      return jsonResponse(record, { callback }, limit);
    },
  });
}

export function ipApiLookup(ctx: Context<State>): IpApiLookup {
  const { req, state: { services, client } } = ctx;
  const form = {
    fields: queryValueOf(ctx, "fields"),
    lang: queryValueOf(ctx, "lang"),
  };
  return new IpApiLookup(services, { client, req, form });
}

function ownTarget(ctx: Context<State>): Target {
  const ip = requestedAddressOf(ctx) ?? ctx.state.client.ip;
  return { kind: "address", ip };
}

export const handler = define.handlers(ipApiHandler("json"));
