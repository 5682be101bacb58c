import { byMethod } from "../../../define.ts";
import { addressListOf, langValueOf } from "../../../lib/http/query.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { readJson } from "../../../lib/http/body.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { compareFamilies, networkRecord } from "../../../lib/egress/network.ts";

/**
 * Describes addresses, in their order, and with `families` what they say of each other
 * as one visitor's. They count as one request, and members
 * get the same as guests here.
 */
export const handler = byMethod({
  async POST(ctx) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const language = langValueOf(ctx);
    const ips = addressListOf(await readJson(req));
    const { signal } = req;
    const { ipinfo, fieldSwitches } = services;
    const described = await Promise.all(ips.map(async (ip) => {
      const target = { kind: "address", ip } as const;
      const options = { client, language, signal };
      const { record } = await ipinfo.geoip(target, options);
      const { profile } = await ipinfo.describe(target, "v1", options);
      const network = networkRecord(profile, ipinfo.checks(), language);
      return { profile, row: record, network };
    }));
    return jsonResponse({
      rows: described.map(({ row }) => row),
      networks: described.map(({ network }) => network),
      ...new URL(req.url).searchParams.has("families") &&
        compareFamilies(described, fieldSwitches.current, language),
    });
  },
});
