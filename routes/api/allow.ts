import { define } from "../../define.ts";
import { mapMaybeAsync } from "../../lib/core/async.ts";
import { AppError } from "../../lib/core/errors.ts";
import { searchOf } from "../../lib/http/entry.ts";
import { PassResponses } from "../../lib/http/responses.ts";
import { enrichmentOf } from "../../lib/ipinfo/forward_auth/forward_auth.ts";

const passes = new PassResponses(enrichmentOf);

/**
 * Tells a proxy whether the client may pass. The method doesn't matter: some
 * proxies ask with the client's.
 */
export const handler = define.handlers((ctx) => {
  const { req, state: { services, client } } = ctx;
  const query = searchOf(req.url).slice(1);
  const decided = services.forwardAuth.decide(client, req.headers, query);
  return mapMaybeAsync(decided, ({ isAllowed, reason, profile }) => {
    if (isAllowed) return passes.of(reason, profile);
    throw new AppError(
      403,
      "FORBIDDEN",
      { reason: "access_refused" },
      { headers: { "x-porthole-reason": reason } },
    );
  });
});
