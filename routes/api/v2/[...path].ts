import { define } from "../../../define.ts";
import { notFound } from "../../../lib/core/errors.ts";
import { quotaHeaders } from "../../../lib/http/quota_response.ts";
import { knownQuota } from "../../../lib/ipinfo/metered_lookup.ts";

/** All other paths below V2, with the quota if there is a valid token. */
export const handler = define.handlers(async ({ req, state }) => {
  const quota = await knownQuota(req.headers, state.services.quotas);
  throw quota === null ? notFound() : notFound().with(quotaHeaders(quota));
});
