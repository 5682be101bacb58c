import { byMethod } from "../../../define.ts";
import { RequestCaller } from "../../../lib/core/fair_queue.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { requireSpeedTest } from "../../../lib/egress/speed_test.ts";

/** Discards a body, for measuring a client's upload throughput. */
export const handler = byMethod({
  async POST(ctx) {
    const { req, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const speedTest = requireSpeedTest(services.speedTest);
    const caller = new RequestCaller(client, req);
    const bytes = await speedTest.upload(req.body, caller);
    return jsonResponse({ bytes }, { isPrivate: true });
  },
});
