import { seeOther } from "../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import {
  WhoisPage,
  type WhoisPageProps,
} from "../../components/whois/WhoisPage.tsx";
import { define, type State } from "../../define.ts";
import { AppError } from "../../lib/core/errors.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { pageInit } from "../../lib/http/form.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { whoisDisabled } from "../../lib/whois/whois_errors.ts";
import {
  parseRegistryTarget,
  requestedTarget,
  whoisPath,
} from "../../lib/whois/whois_target.ts";
import { handler as targetHandler, wantsJson } from "./[...target].tsx";

/**
 * The path of the page for the form's target; null if the target is invalid.
 */
function resultPath({ url }: Context<State>, isJson: boolean): string | null {
  try {
    const target = parseRegistryTarget(requestedTarget(url));
    return whoisPath(target, isJson ? { output: "json" } : {});
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { state, url } = ctx;
    const { whois } = state.services;
    const isAsked = url.searchParams.has("query");
    const isJson = wantsJson(ctx);
    const path = isAsked ? resultPath(ctx, isJson) : null;
    if (path === null && (isAsked || isJson)) {
      return await targetHandler(ctx);
    }
    enforceRateLimit(ctx);
    if (path !== null) return seeOther(path);
    state.member = await optionalMember(ctx);
    const disabled = whois === null ? whoisDisabled().params : null;
    return page<WhoisPageProps>({ query: "", disabled }, pageInit(null));
  },
}));

export default define.page<typeof handler>(({ data }) => (
  <WhoisPage
    {...data}
  />
));
