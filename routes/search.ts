import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { methods } from "../lib/http/methods.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { hostOfPasted } from "../lib/net/pasted.ts";
import { parseWhoisTarget } from "../lib/whois/whois_target.ts";

/** Redirects from the search field to the page about the typed target. */
export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const typed = hostOfPasted(ctx.url.searchParams.get("q") ?? "");
    const target = parseWhoisTarget(typed);
    const path = target.kind === "address" || target.kind === "domain"
      ? `/${target.text}`
      : `/whois/${target.text}`;
    return new Response(null, {
      status: 303,
      headers: { location: path, "cache-control": "no-store" },
    });
  },
}));
