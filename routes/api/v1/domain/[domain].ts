import { byMethod } from "../../../../define.ts";
import { jsonResponse } from "../../../../lib/http/responses.ts";
import { domainOf, familyOf, langValueOf } from "../../../../lib/http/query.ts";

export const handler = byMethod({
  async GET(ctx) {
    const { req, state: { services, client } } = ctx;
    const { record, lifetime } = await services.ipinfo.v1(domainOf(ctx), {
      family: familyOf(ctx),
      language: langValueOf(ctx),
      client,
      signal: req.signal,
    });
    return jsonResponse(record, { lifetime });
  },
});
