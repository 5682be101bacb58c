import { seeOther } from "../../lib/http/responses.ts";
import { page } from "fresh";
import type { LookupPageProps } from "../../components/lookup/LookupPage.tsx";
import { byMethod } from "../../define.ts";
import { parseDnsQuery } from "../../lib/lookup/dns_query.ts";
import {
  LOOKUP_OUTPUTS,
  lookupPath,
  rawQueryOf,
} from "../../lib/lookup/lookup_path.ts";
import { AppError } from "../../lib/core/errors.ts";
import { choiceOf } from "../../lib/http/query.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { pageInit } from "../../lib/http/form.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { formOf, handler as lookup } from "./[...query].tsx";

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

export const handler = byMethod({
  async GET(ctx) {
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
    const form = formOf(rawQueryOf(url), state.services);
    return page<LookupPageProps>(form, pageInit(null));
  },
});

export { default } from "./[...query].tsx";
