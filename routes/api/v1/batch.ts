import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { mapMaybeAsync } from "../../../lib/core/async.ts";
import { methods } from "../../../lib/http/methods.ts";
import { familyOf, languageOf } from "../../../lib/http/query.ts";
import { jsonTextResponse } from "../../../lib/http/responses.ts";
import { lookUpBatch, readBatch } from "../../../lib/ipinfo/batch.ts";
import { RequestLookup } from "../../../lib/ipinfo/target_lookup.ts";

export const handler = define.handlers(methods({
  async POST(ctx: Context<State>) {
    const { req, state: { services: { ipinfo }, client } } = ctx;
    const [language, family] = [languageOf(ctx), familyOf(ctx)];
    const lookup = new RequestLookup(client, req, "v1", language, family);
    const { json } = await lookUpBatch(
      await readBatch(req),
      req.signal,
      (target) =>
        mapMaybeAsync(ipinfo.v1Json(target, lookup), ({ record }) => record),
    );
    return jsonTextResponse(json, "none");
  },
}));
