import type { Context } from "fresh";
import { define, type State } from "../../../../define.ts";
import { mapMaybeAsync } from "../../../../lib/core/maybe_async.ts";
import { jsonTextResponse } from "../../../../lib/http/responses.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { addressOf } from "../../../../lib/http/query.ts";
import { RequestCaller } from "../../../../lib/core/caller.ts";

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    return mapMaybeAsync(
      services.ipinfo.v1Json(addressOf(ctx), new RequestCaller(client, req)),
      ({ record, lifetime }) => jsonTextResponse(record, lifetime),
    );
  },
}));
