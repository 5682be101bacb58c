import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { respondWithQuota } from "../../../lib/ipinfo/v2_response.ts";
import { methods } from "../../../lib/http/methods.ts";
import { rejectRequestedAddress } from "../../../lib/http/query.ts";

export const handler = define.handlers(methods({
  GET: (ctx: Context<State>) =>
    respondWithQuota(
      ctx,
      ctx.state.services,
      () => {
        rejectRequestedAddress(ctx);
        return { kind: "address", ip: ctx.state.client.ip };
      },
    ),
}));
