import { byMethod } from "../../../../define.ts";
import { jsonResponse } from "../../../../lib/http/responses.ts";
import { AppError } from "../../../../lib/core/errors.ts";
import { enforceRateLimit } from "../../../../lib/http/rate_limit.ts";
import { parseNonce } from "../../../../lib/egress/probe/zone_records.ts";
import { summarizeResolvers } from "../../../../lib/egress/probe/sightings.ts";

/**
 * Resolvers that queried names with a nonce. Counts as a page, because the
 * egress page polls it about six times.
 */
export const handler = byMethod({
  GET(ctx) {
    const { params, state: { services } } = ctx;
    enforceRateLimit(ctx);
    const nonce = parseNonce(params.nonce);
    if (nonce === null) {
      throw new AppError(
        400,
        "INVALID_INPUT",
        { reason: "nonce_malformed" },
      );
    }
    const sightings = services.egress.sightings(nonce);
    if (sightings === null) {
      throw new AppError(
        404,
        "NOT_FOUND",
        { reason: "no_probe_zone" },
      );
    }
    return jsonResponse({ nonce, resolvers: summarizeResolvers(sightings) });
  },
});
