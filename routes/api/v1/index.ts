import { byMethod } from "../../../define.ts";
import { mapMaybeAsync } from "../../../lib/core/async.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import {
  callbackOf,
  langValueOf,
  rejectRequestedAddress,
} from "../../../lib/http/query.ts";
import { RequestLookup } from "../../../lib/ipinfo/target_lookup.ts";

export const handler = byMethod({
  GET(ctx) {
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
});
