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
import { seeOther } from "../../lib/accounts/sign_in/sign_in.ts";
import { optionalMember } from "../../lib/accounts/sign_in/viewer.ts";
import { whoisDisabled } from "../../lib/whois/whois_errors.ts";
import {
  parseWhoisTarget,
  requestedTarget,
  wantsJson,
  whoisPath,
} from "../../lib/whois/whois_target.ts";
import { handler as targetHandler } from "./[...target].tsx";

/**
 * The path of the page for the form's target; null if the target is invalid.
 */
function resultPath(url: URL): string | null {
  try {
    const target = parseWhoisTarget(requestedTarget(url));
    return whoisPath(target, wantsJson(url) ? { output: "json" } : {});
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
    const path = isAsked ? resultPath(url) : null;
    if (path === null && (isAsked || wantsJson(url))) {
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
