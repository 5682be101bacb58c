import type { Context } from "fresh";
import { define, type State } from "../../define.ts";
import { mapMaybeAsync } from "../../lib/core/async.ts";
import { AppError } from "../../lib/core/errors.ts";
import { searchOf } from "../../lib/http/entry.ts";
import { methods } from "../../lib/http/methods.ts";
import { emptyResponse } from "../../lib/http/responses.ts";

/** Tells a proxy whether the client may pass. */
export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    const query = searchOf(req.url).slice(1);
    const decided = services.forwardAuth.decide(client, req.headers, query);
    return mapMaybeAsync(decided, ({ isAllowed, reason }) => {
      const headers = { "x-porthole-reason": reason };
      if (isAllowed) return emptyResponse(headers);
      throw new AppError(
        403,
        "FORBIDDEN",
        { reason: "access_refused" },
        { headers },
      );
    });
  },
}));
