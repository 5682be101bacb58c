import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { jsonAnswer } from "../../../lib/http/answers.ts";
import { methods } from "../../../lib/http/methods.ts";
import { callbackOf } from "../../../lib/http/query.ts";

export const handler = define.handlers(methods({
  async GET({ req, url, state: { services, client } }: Context<State>) {
    const callback = callbackOf(url);
    const target = { kind: "address", ip: client.ip } as const;
    const { record } = await services.lookups.v1(target, {
      signal: req.signal,
    });
    return jsonAnswer(record, { callback });
  },
}));
