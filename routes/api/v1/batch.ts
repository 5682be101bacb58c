import { byMethod } from "../../../define.ts";
import { mapMaybeAsync } from "../../../lib/core/async.ts";
import { familyOf, langValueOf } from "../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { jsonTextResponse } from "../../../lib/http/responses.ts";
import { lookUpBatch, readBatch } from "../../../lib/ipinfo/batch.ts";
import { RequestLookup } from "../../../lib/ipinfo/target_lookup.ts";

export const handler = byMethod({
  async POST(ctx) {
    const { req, state: { services: { ipinfo, batches }, client } } = ctx;
    enforceRateLimit(ctx);
    const [language, family] = [langValueOf(ctx), familyOf(ctx)];
    const lookup = new RequestLookup(client, req, "v1", language, family);
    const targets = await readBatch(req);
    const { signal } = req;
    const { json } = await batches.run({ client, signal }, () =>
      lookUpBatch(
        targets,
        signal,
        (target) =>
          mapMaybeAsync(ipinfo.v1Json(target, lookup), ({ record }) => record),
      ));
    return jsonTextResponse(json, "none");
  },
});
