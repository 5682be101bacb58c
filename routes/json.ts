import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { mapMaybeAsync } from "../lib/core/maybe_async.ts";
import { methods } from "../lib/http/methods.ts";
import { askedAddressOf, callbackOf, languageOf } from "../lib/http/query.ts";
import { jsonResponse } from "../lib/http/responses.ts";
import { RequestLookup } from "../lib/ipinfo/ipinfo_service.ts";

/** The V1 record of the client or of `?ip=`, under the path that echoip uses. */
export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    const callback = callbackOf(ctx);
    const ip = askedAddressOf(ctx) ?? client.ip;
    const lookup = new RequestLookup(client, req, "v1", languageOf(ctx));
    return mapMaybeAsync(
      services.ipinfo.v1({ kind: "address", ip }, lookup),
      ({ record }) => jsonResponse(record, { callback }),
    );
  },
}));
