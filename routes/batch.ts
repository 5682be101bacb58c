import { byMethod } from "../define.ts";
import { readJson } from "../lib/http/body.ts";
import { enforceIpApiLimit } from "../lib/http/rate_limit.ts";
import { jsonResponse } from "../lib/http/responses.ts";
import { ipApiLookup } from "./json/[query].ts";

/** Enough for 100 addresses with all field names each. */
const MAX_BYTES = 65_536;

/** A batch of addresses in the format of ip-api.com. */
export const handler = byMethod({
  async POST(ctx) {
    const limit = enforceIpApiLimit(ctx, "batch");
    const body = await readJson(ctx.req, {
      maxBytes: MAX_BYTES,
      // It changes nothing, and curl names the type of a form by default.
      anyType: true,
    });
    return jsonResponse(await ipApiLookup(ctx).batch(body), {}, limit);
  },
});
