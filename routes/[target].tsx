import { FACT_NAMES, type FactName } from "../lib/http/url_table.ts";
import { type Context, HttpError } from "fresh";
import { NetworkPage } from "../components/ipinfo/NetworkPage.tsx";
import { SearchErrorPage } from "../components/ipinfo/Search.tsx";
import {
  TargetPage,
  type TargetParts,
} from "../components/ipinfo/TargetPage.tsx";
import { targetParts } from "../components/ipinfo/page_parts.tsx";
import { placeholdersOf } from "../components/ui/markup.tsx";
import { bootScript, byMethod, define, type State } from "../define.ts";
import LockCard from "../islands/LockCard.tsx";
import { optionalMember } from "../lib/accounts/sign_in/request_member.ts";
import { preferredType } from "../lib/http/accept.ts";
import { formError, pageInit } from "../lib/http/form.ts";
import { siteOrigin } from "../lib/http/hosts.ts";
import { languageOf } from "../lib/http/preferences.ts";
import { familyOf, requestedAddressOf, targetOf } from "../lib/http/query.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { pageHeaders, seeOther, textResponse } from "../lib/http/responses.ts";
import { isShortTarget } from "../lib/http/url_rows.ts";
import { withCenter } from "../lib/ipinfo/places.ts";
import { factText } from "../lib/ipinfo/records/text.ts";
import { closestTarget, hostOfInput } from "../lib/net/target_input.ts";
import { guestSummary } from "../lib/ipinfo/home/home.ts";
import type { SourcePolicy } from "../lib/ipinfo/profile.ts";
import { mapMaybeAsync } from "../lib/core/async.ts";
import { browsersOnly, notFound } from "../lib/core/errors.ts";
import type { Domain } from "../lib/net/domain.ts";
import { parseIp } from "../lib/net/ip_address.ts";
import { networkView, systemView } from "../lib/ipinfo/home/network_view.ts";
import {
  homeForViewer,
  lockCardOf,
} from "../lib/ipinfo/home/home_for_viewer.ts";
import type { HomeView } from "../lib/ipinfo/view/home_view.ts";
import { localPath, parseWhoisTarget } from "../lib/whois/whois_target.ts";
import { handler as geoip } from "./api/geoip/[target].ts";

/**
 * One fact about the client, such as `/country`; or any address or name: as a
 * page for a browser on the main host, else the short form of the GeoIP
 * endpoint. A word without a dot or colon is not a target.
 */
export const handler = define.handlers((ctx) => {
  const { pathname } = ctx.url;
  const fact = FACT_NAMES.find((name) => pathname === `/${name}`);
  if (fact !== undefined) return ownFact(ctx, fact);
  if (SYSTEM.test(pathname) || ENCODED_NETWORK.test(pathname)) {
    return networkPage(ctx);
  }
  if (!isShortTarget(pathname)) throw new HttpError(404);
  if (pathname !== "/ip" && isForBrowser(ctx)) return targetPage(ctx);
  return mapMaybeAsync(geoip(ctx), (response) => {
    // Else a browser that has fetched the object would show it for the page.
    response.headers.set("vary", "accept");
    return response;
  });
});

/** A fact about the client, or about the address in the query, as text. */
function ownFact(
  ctx: Context<State>,
  name: FactName,
): Response | Promise<Response> {
  return byMethod({
    async GET() {
      const { req, state: { services, client } } = ctx;
      enforceRateLimit(ctx, "text");
      const ip = requestedAddressOf(ctx) ?? client.ip;
      const { profile } = await services.profiles.describe(ip, {
        order: "v1",
        client,
        signal: req.signal,
      });
      return textResponse(factText(name, withCenter(profile.facts)));
    },
  })(ctx);
}

const SYSTEM = /^\/as\d+$/i;
/** A network whose slash is percent-encoded. */
const ENCODED_NETWORK = /%2f\d+$/i;

/** Whether a browser requests a page of the main host. */
function isForBrowser({ req, state }: Context<State>): boolean {
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
  const home = homeForViewer(ctx, profile, member ? "member" : "guest");
  const name = target.kind === "domain"
    ? await nameWithRecords(ctx, target.domain, order)
    : null;
  const path = ctx.url.pathname + ctx.url.search;
  const parts = targetParts({ home, name, path }, {
    language: languageOf(req),
    hasWhois: services.whois !== null,
  });
  const render = (shown: TargetParts) =>
    renderTarget(ctx, shown, { home, isName: name !== null });
  if (member) return await bootScript.allowedIn(await render(parts));
  const { body, headers } = await services.guestPages.page(
    { headers: req.headers, client, base: baseOf(ctx) },
    {
      shape: [
        ...["target", home.isKnown, home.family, home.isOneHolder],
        name !== null,
      ].join(" "),
      values: parts.html,
      render: async () =>
        bootScript.cacheable(await render(placeholdersOf(parts)), pageHeaders),
    },
  );
  return body.response(req.headers, headers);
}

/** A name with its servers, its addresses and where they are, and what is known of its registration. */
async function nameWithRecords(
  ctx: Context<State>,
  domain: Domain,
  order: SourcePolicy,
) {
  const text = domain.ascii;
  const { req: { signal }, state: { services, client } } = ctx;
  enforceRateLimit(ctx, "lookup");
  const caller = { client, signal };
  const found = await services.lookup.summarizeName(text, caller);
  const settings = services.fieldSwitches.current;
  const addresses = await Promise.all(found.addresses.map(async (address) => {
    const { profile } = await services.profiles
      .describe(parseIp(address)!, { order, withHostName: false, ...caller });
    const { place } = guestSummary(profile, settings, languageOf(ctx.req));
    return place ? `${address} · ${place}` : address;
  }));
  return {
    text,
    records: { ...found, addresses },
    // The page must not ask a registry: whoever wants that opens the whois page.
    registration: services.whois?.known(domain) ?? null,
  };
}

function baseOf(ctx: Context<State>): string {
  return siteOrigin(ctx.state.services.config.BASE_URL, ctx);
}

async function renderTarget(
  ctx: Context<State>,
  parts: TargetParts,
  { home, isName }: { home: HomeView; isName: boolean },
): Promise<Response> {
  const { target, ip, path } = parts.texts;
  const lock = lockCardOf(ctx, { ...home, ip }, `/${target}`);
  ctx.state.returnPath = path;
  try {
    return await ctx.render(
      <TargetPage shape={home} parts={parts} isName={isName} base={baseOf(ctx)}>
        {lock && <LockCard {...lock} />}
      </TargetPage>,
      { headers: pageHeaders },
    );
  } finally {
    // An error has a page of its own.
    delete ctx.state.returnPath;
  }
}

/** The page about an autonomous system or a network, for browsers alone. */
export const networkPage = byMethod({
  GET(ctx): Promise<Response> {
    if (isForBrowser(ctx)) return pageOrError(ctx, () => pageAboutNetwork(ctx));
    throw ctx.state.role === "main" ? browsersOnly() : notFound();
  },
});

async function pageAboutNetwork(ctx: Context<State>): Promise<Response> {
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
}

/** The target that was probably meant by invalid text; null if nothing is close. */
function meantBy(query: string): string | null {
  const host = hostOfInput(query);
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
