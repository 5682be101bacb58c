import { seeOther } from "../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import {
  LookupPage,
  type LookupPageProps,
} from "../../components/lookup/LookupPage.tsx";
import { define, type State } from "../../define.ts";
import { parseDnsQuery } from "../../lib/lookup/dns_query.ts";
import {
  formValuesOf,
  LOOKUP_OUTPUTS,
  lookupPath,
  rawQueryOf,
} from "../../lib/lookup/lookup_path.ts";
import { AppError } from "../../lib/core/errors.ts";
import { choiceOf } from "../../lib/http/query.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { pageInit } from "../../lib/http/form.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { handler as lookup } from "./[...query].tsx";

/**
 * The path of the result for the form's query; null if the query is invalid.
 */
function resultPath(url: URL): string | null {
  try {
    const rawQuery = rawQueryOf(url);
    const { cursor } = rawQuery;
    return lookupPath(parseDnsQuery(rawQuery), cursor ? { cursor } : {});
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { state, url } = ctx;
    // JSON and CSV are returned here, without a redirect, which scripts on other origins
    // cannot follow.
    if (choiceOf(ctx, "output", LOOKUP_OUTPUTS) !== null) {
      return await lookup(ctx);
    }
    const hasQuery = url.searchParams.has("query");
    const path = hasQuery ? resultPath(url) : null;
    if (path === null && hasQuery) return await lookup(ctx);
    enforceRateLimit(ctx);
    if (path !== null) return seeOther(path);
    state.member = await optionalMember(ctx);
    const values = formValuesOf(rawQueryOf(url));
    const hasIndex = !state.services.dnsIndex.isOff;
    const { LOOKUP_RECORD, LOOKUP_ZONE_CHECK, DNSBL_ZONES } =
      state.services.config;
    return page<LookupPageProps>({
      values,
      isRecorded: LOOKUP_RECORD === "on" && hasIndex,
      hasIndex,
      hasBlocklists: DNSBL_ZONES.length > 0,
      hasZoneCheck: LOOKUP_ZONE_CHECK === "on",
    }, pageInit(null));
  },
}));

export default define.page<typeof handler>(({ data }) => (
  <LookupPage {...data} />
));
