import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { mapMaybeAsync } from "../../../lib/core/async.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { methods } from "../../../lib/http/methods.ts";
import {
  callbackOf,
  langValueOf,
  rejectRequestedAddress,
} from "../../../lib/http/query.ts";
import { RequestLookup } from "../../../lib/ipinfo/target_lookup.ts";

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    rejectRequestedAddress(ctx);
    const callback = callbackOf(ctx);
    const target = { kind: "address", ip: client.ip } as const;
    const lookup = new RequestLookup(client, req, "v1", langValueOf(ctx));
    return mapMaybeAsync(
      services.ipinfo.v1(target, lookup),
      ({ record }) => jsonResponse(record, { callback }),
    );
  },
}));
