import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { methods } from "../../../lib/http/methods.ts";
import { respondToBatch } from "../../../lib/ipinfo/v2_response.ts";

export const handler = define.handlers(methods({
  POST: (ctx: Context<State>) => respondToBatch(ctx, ctx.state.services),
}));
