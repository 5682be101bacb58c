import { byMethod } from "../../../define.ts";
import { RequestCaller } from "../../../lib/core/fair_queue.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { corsHeaders } from "../../../lib/http/responses.ts";
import { SizedResponse, STREAM_BYTES } from "../../../lib/http/compression.ts";
import { requireSpeedTest } from "../../../lib/egress/speed_test.ts";

/** Incompressible bytes, for measuring a client's download throughput. */
export const handler = byMethod({
  GET(ctx) {
    const { req, url, state: { services, client } } = ctx;
    enforceRateLimit(ctx);
    const speedTest = requireSpeedTest(services.speedTest);
    const bytes = speedTest.parseBytes(url.searchParams.get("bytes"));
    // For HEAD, the server cancels it.
    const body = speedTest.download(bytes, new RequestCaller(client, req));
    return new SizedResponse(body, {
      headers: {
        "content-type": "application/octet-stream",
        "content-length": String(bytes),
        // A proxy that compressed it would measure something else.
        "cache-control": "no-store, no-transform",
        "x-content-type-options": "nosniff",
        ...corsHeaders,
      },
    }, STREAM_BYTES);
  },
});
