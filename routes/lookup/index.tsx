import { type Context, page } from "fresh";
import {
  LookupPage,
  type LookupPageProps,
} from "../../components/lookup/LookupPage.tsx";
import { define, type State } from "../../define.ts";
import { parseDnsQuery } from "../../lib/lookup/dns_query.ts";
import {
  askedOf,
  lookupPath,
  typedLookup,
  wantsJson,
} from "../../lib/lookup/lookup_path.ts";
import { AppError } from "../../lib/core/errors.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { pageInit } from "../../lib/http/form.ts";
import { seeOther } from "../../lib/accounts/sign_in/sign_in.ts";
import { optionalMember } from "../../lib/accounts/sign_in/viewer.ts";
import { handler as lookup } from "./[...query].tsx";

/** Where the form's query has its result; null where it has to be corrected first. */
function resultPath(url: URL): string | null {
  try {
    const asked = askedOf(url);
    const { cursor } = asked;
    return lookupPath(parseDnsQuery(asked), cursor ? { cursor } : {});
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { state, url } = ctx;
    // As JSON it is answered here: other origins cannot follow the redirect.
    if (wantsJson(url)) return await lookup(ctx);
    const isAsked = url.searchParams.has("query");
    const path = isAsked ? resultPath(url) : null;
    if (path === null && isAsked) return await lookup(ctx);
    enforceRateLimit(ctx);
    if (path !== null) return seeOther(path);
    state.member = await optionalMember(ctx);
    const typed = typedLookup(askedOf(url));
    const isRecorded = state.services.config.LOOKUP_RECORD === "on";
    return page<LookupPageProps>({ typed, isRecorded }, pageInit(null));
  },
}));

export default define.page<typeof handler>(({ data }) => (
  <LookupPage {...data} />
));
