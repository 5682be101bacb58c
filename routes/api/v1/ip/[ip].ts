import type { Context } from "fresh";
import { define, type State } from "../../../../define.ts";
import { jsonAnswer } from "../../../../lib/http/answers.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { addressOf } from "../../../../lib/http/query.ts";

export const handler = define.handlers(methods({
  async GET({ req, url, state: { services } }: Context<State>) {
    const { record, lifetime } = await services.lookups.v1(addressOf(url), {
      signal: req.signal,
    });
    return jsonAnswer(record, { lifetime });
  },
}));
