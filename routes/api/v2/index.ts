import type { Context } from "fresh";
import { byMethod, type State } from "../../../define.ts";
import {
  rejectRequestedAddress,
  type targetOf,
} from "../../../lib/http/query.ts";
import { meteredResponse } from "../../../lib/http/quota_response.ts";
import { lookUpMetered } from "../../../lib/ipinfo/metered_lookup.ts";

/** The handler of a lookup that is charged to a quota. */
export function meteredHandler(
  wantedIn: (ctx: Context<State>) => ReturnType<typeof targetOf>,
) {
  return byMethod({
    async GET(ctx) {
      const { services } = ctx.state;
      const result = await lookUpMetered(ctx, services, () => wantedIn(ctx));
      return meteredResponse(result, services.now());
    },
  });
}

export const handler = meteredHandler((ctx) => {
  rejectRequestedAddress(ctx);
  return { kind: "address", ip: ctx.state.client.ip };
});
