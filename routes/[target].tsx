import { type Context, HttpError } from "fresh";
import { NetworkPage } from "../components/ipinfo/NetworkPage.tsx";
import { SearchErrorPage } from "../components/ipinfo/Search.tsx";
import {
  TargetPage,
  type TargetParts,
} from "../components/ipinfo/TargetPage.tsx";
import {
  targetParts,
  targetSlots,
  targetSlotValues,
  type TargetView,
} from "../components/ipinfo/target_parts.tsx";
import { bootScript, define, type State } from "../define.ts";
import LockCard from "../islands/LockCard.tsx";
import { seeOther } from "../lib/accounts/sign_in/sign_in.ts";
import { optionalMember } from "../lib/accounts/sign_in/viewer.ts";
import { preferredType } from "../lib/http/accept.ts";
import { CachedBody, ONE_VISITOR_LEVEL } from "../lib/http/compression.ts";
import { formError, pageInit } from "../lib/http/form.ts";
import { siteOrigin } from "../lib/http/hosts.ts";
import { PageTemplate } from "../lib/http/page_cache.ts";
import { languageOf, preferencesOf } from "../lib/http/preferences.ts";
import { familyOf, targetOf } from "../lib/http/query.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { pageHeaders } from "../lib/http/responses.ts";
import { isShortTarget } from "../lib/http/url_rows.ts";
import { factHandlers } from "../lib/ipinfo/records/facts.ts";
import { closestTarget, hostOfPasted } from "../lib/net/pasted.ts";
import { networkView, systemView } from "../lib/ipinfo/home/network_view.ts";
import { homeForViewer, lockCardOf } from "../lib/ipinfo/home/viewer.ts";
import { localPath, parseWhoisTarget } from "../lib/whois/whois_target.ts";
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
  const isPage = pathname !== "/ip" && isForBrowser(ctx);
  if (isPage && (SYSTEM.test(pathname) || ENCODED_NETWORK.test(pathname))) {
    return networkPage(ctx);
  }
  if (!isShortTarget(pathname)) throw new HttpError(404);
  return isPage ? targetPage(ctx) : geoip(ctx);
});

const SYSTEM = /^\/as\d+$/i;
/** A network whose slash is percent-encoded. */
const ENCODED_NETWORK = /%2f\d+$/i;

/** Whether a browser requests a page of the main host. */
export function isForBrowser({ req, state }: Context<State>): boolean {
  return state.role === "main" &&
    (req.method === "GET" || req.method === "HEAD") &&
    preferredType(req.headers.get("accept")) === "html";
}

/**
 * The page about an address or a name, or an error page. It contains nothing about
 * its reader, so that it can be shared.
 */
function targetPage(ctx: Context<State>): Promise<Response> {
  return pageOrError(ctx, () => pageAbout(ctx, targetOf(ctx)));
}

async function pageOrError(
  ctx: Context<State>,
  page: () => Promise<Response>,
): Promise<Response> {
  const { state } = ctx;
  enforceRateLimit(ctx, "pages");
  state.member = await optionalMember(ctx);
  try {
    return await page();
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
  const hasWhois = services.whois !== null;
  const view: TargetView = {
    home: homeForViewer(ctx, profile, member ? "member" : "guest"),
    name: target.kind === "domain" ? target.domain.ascii : null,
    path: ctx.url.pathname + ctx.url.search,
    hasWhois,
  };
  if (member) {
    const rendered = await renderWhole(ctx, view, targetParts(view));
    return await bootScript.allowedIn(rendered);
  }
  const { language, theme } = preferencesOf(req.headers);
  const { isPublic, family } = view.home;
  const values = targetSlotValues(view, { language, hasWhois });
  const { template, headersOf } = await services.targetTemplates.get(
    `${isPublic} ${family} ${view.name !== null} ${
      baseOf(ctx)
    } ${language} ${theme}`,
    [services.fieldSwitches.current, services.credits()],
    async () => {
      const { html, headersOf } = await bootScript.kept(
        await renderWhole(ctx, view, targetSlots(view)),
        pageHeaders,
      );
      const template = new PageTemplate(html, Object.keys(values));
      return { template, headersOf };
    },
  );
  const page = template.fill(values);
  return new CachedBody(page, ONE_VISITOR_LEVEL).response(
    req.headers,
    headersOf(page),
  );
}

function baseOf(ctx: Context<State>): string {
  return siteOrigin(ctx.state.services.config.BASE_URL, ctx);
}

async function renderWhole(
  ctx: Context<State>,
  { home, name }: TargetView,
  parts: TargetParts,
): Promise<Response> {
  const { state } = ctx;
  const lock = lockCardOf(ctx, { ...home, ip: parts.ip }, `/${parts.asked}`);
  state.returnPath = parts.path;
  try {
    return await ctx.render(
      <TargetPage {...parts} isName={name !== null} base={baseOf(ctx)}>
        {lock && <LockCard {...lock} />}
      </TargetPage>,
      { headers: pageHeaders },
    );
  } finally {
    // An error has a page of its own.
    delete state.returnPath;
  }
}

/** The page about an autonomous system or a network, or an error page. */
export function networkPage(ctx: Context<State>): Promise<Response> {
  return pageOrError(ctx, async () => {
    const { req, state: { services, client, member }, url } = ctx;
    const target = parseWhoisTarget(typedTarget(url));
    // Such as 8.8.8.8/32.
    if (target.kind !== "asn" && target.kind !== "block") {
      return seeOther(localPath(target));
    }
    const caller = { client, signal: req.signal };
    const facts = target.kind === "asn"
      ? await services.networks.system(target.asn, caller)
      : await services.networks.network(target.cidr);
    const options = {
      home: homeForViewer(ctx, facts.sample, member ? "member" : "guest"),
      language: languageOf(req),
      hasWhois: services.whois !== null,
    };
    const view = target.kind === "asn"
      ? systemView(target.asn, facts, options)
      : networkView(target.cidr, options);
    const rendered = await ctx.render(
      <NetworkPage view={view} base={baseOf(ctx)} />,
      { headers: pageHeaders },
    );
    return await bootScript.allowedIn(rendered);
  });
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
