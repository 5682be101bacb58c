import { type Context, HttpError } from "fresh";
import { asset } from "fresh/runtime";
import { SearchErrorPage } from "../components/ipinfo/Search.tsx";
import { TargetPage } from "../components/ipinfo/TargetPage.tsx";
import { bootScript, define, type State } from "../define.ts";
import LockCard from "../islands/LockCard.tsx";
import { optionalMember } from "../lib/accounts/sign_in/viewer.ts";
import { preferredType } from "../lib/http/accept.ts";
import { formError, pageInit } from "../lib/http/form.ts";
import { familyOf, targetOf } from "../lib/http/query.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { pageHeaders } from "../lib/http/responses.ts";
import { isShortTarget } from "../lib/http/url_rows.ts";
import { factHandlers } from "../lib/ipinfo/records/facts.ts";
import { closestTarget, hostOfPasted } from "../lib/net/pasted.ts";
import { homeForViewer, lockCardOf } from "../lib/ipinfo/home/viewer.ts";
import { WORLD_PATH } from "../lib/ipinfo/view/world_map.ts";
import { handler as geoip } from "./api/geoip/[target].ts";

/**
 * One fact about the client, such as `/country`; or any address or name: as a
 * page for a browser on the main host, else the short form of the GeoIP
 * endpoint. A word without a dot or colon is not a target.
 */
export const handler = define.handlers((ctx) => {
  const { pathname } = ctx.url;
  const fact = factHandlers.get(pathname);
  if (fact) return fact(ctx);
  if (!isShortTarget(pathname)) throw new HttpError(404);
  const { method, headers } = ctx.req;
  const isPage = ctx.state.role === "main" && pathname !== "/ip" &&
    (method === "GET" || method === "HEAD") &&
    preferredType(headers.get("accept")) === "html";
  return isPage ? targetPage(ctx) : geoip(ctx);
});

/**
 * The page about an address or a name, or an error page. It contains nothing about
 * its reader, so that it can be shared.
 */
async function targetPage(ctx: Context<State>): Promise<Response> {
  const { state } = ctx;
  enforceRateLimit(ctx, "pages");
  state.member = await optionalMember(ctx);
  try {
    return await pageAbout(ctx, targetOf(ctx));
  } catch (thrown) {
    const error = formError(thrown, ctx);
    const query = typedTarget(ctx.url);
    return ctx.render(
      <SearchErrorPage
        {...error}
        query={query}
        meant={error.status === 400 ? meantBy(query) : null}
      />,
      pageInit(error),
    );
  }
}

async function pageAbout(
  ctx: Context<State>,
  target: ReturnType<typeof targetOf>,
): Promise<Response> {
  const { state: { services, client, member }, req } = ctx;
  const order = member ? "v2" : "v1";
  const { profile } = await services.ipinfo.describe(target, order, {
    family: familyOf(ctx),
    order,
    client,
    signal: req.signal,
  });
  const name = target.kind === "domain" ? target.domain.ascii : null;
  const home = homeForViewer(ctx, profile, member ? "member" : "guest");
  const lock = lockCardOf(ctx, home, `/${name ?? home.ip}`);
  const rendered = await ctx.render(
    <TargetPage
      home={home}
      name={name}
      base={services.config.BASE_URL?.origin ?? ctx.url.origin}
      world={asset(WORLD_PATH)}
      hasWhois={services.whois !== null}
    >
      {lock && <LockCard {...lock} />}
    </TargetPage>,
    { headers: pageHeaders },
  );
  return await bootScript.allowedIn(rendered);
}

/** The target that was probably meant by invalid text; null if nothing is close. */
function meantBy(query: string): string | null {
  const host = hostOfPasted(query);
  return closestTarget(query) ?? (host === query ? null : host);
}

/** The path's text as it was typed, for the search field. */
function typedTarget({ pathname }: URL): string {
  const text = pathname.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
