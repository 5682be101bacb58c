import type { Context } from "fresh";
import { HomePage, type HomeParts } from "../components/ipinfo/HomePage.tsx";
import {
  homeParts,
  homeSlots,
  homeSlotValues,
} from "../components/ipinfo/home_parts.tsx";
import LockCard from "../islands/LockCard.tsx";
import { bootScript, define, type State } from "../define.ts";
import { preferredType } from "../lib/http/accept.ts";
import { CachedBody, ONE_VISITOR_LEVEL } from "../lib/http/compression.ts";
import {
  jsonResponse,
  pageHeaders,
  textResponse,
} from "../lib/http/responses.ts";
import { AppError } from "../lib/core/errors.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { siteOrigin } from "../lib/http/hosts.ts";
import { methods } from "../lib/http/methods.ts";
import {
  callbackOf,
  choiceOf,
  rejectRequestedAddress,
} from "../lib/http/query.ts";
import { preferencesOf } from "../lib/http/preferences.ts";
import { optionalMember } from "../lib/accounts/sign_in/viewer.ts";
import { RequestLookup } from "../lib/ipinfo/target_lookup.ts";
import { homeForViewer, lockCardOf } from "../lib/ipinfo/home/viewer.ts";
import {
  summarizedHeaders,
  summarizeRequest,
} from "../lib/ipinfo/home/request_summary.ts";
import type { Profile } from "../lib/ipinfo/profile.ts";
import type { HomeView } from "../lib/ipinfo/view/home_view.ts";
import { mapMaybeAsync } from "../lib/core/async.ts";
import { searchOf } from "../lib/http/entry.ts";
import { PageTemplate } from "../lib/http/page_cache.ts";

const familyNumber = { v4: 4, v6: 6 } as const;

/** The response of a probe host, which has a single address family. */
function probeResponse(ctx: Context<State>, role: "v4" | "v6"): Response {
  const { client } = ctx.state;
  enforceRateLimit(ctx, "text");
  if (client.ip.family !== familyNumber[role]) {
    throw new AppError(
      400,
      "INVALID_TARGET",
      { reason: "family_not_served", family: familyNumber[role] },
    );
  }
  return textResponse(client.ip.text);
}

/** The home page for the viewer, once it is known who that is. */
function homePage(ctx: Context<State>): Response | Promise<Response> {
  const { state, req } = ctx;
  const { services: { profiles }, client } = state;
  enforceRateLimit(ctx, "pages");
  return mapMaybeAsync(optionalMember(ctx), (member) => {
    state.member = member;
    const order = member ? "v2" : "v1";
    const kept = profiles.cached(client.ip, order);
    if (kept) return pageAbout(ctx, kept.profile, true);
    const described = profiles.describe(
      client.ip,
      new RequestLookup(client, req, order),
    );
    return mapMaybeAsync(
      described,
      ({ profile }) => pageAbout(ctx, profile, false),
    );
  });
}

/**
 * The home page about a profile. Parts that are the same for all guests are
 * rendered once. A guest's page is cached while its data is current, but not at
 * a first visit, because most visitors come once.
 */
function pageAbout(
  ctx: Context<State>,
  profile: Profile,
  isKnown: boolean,
): Response | Promise<Response> {
  const { state: { services, member, client }, req } = ctx;
  const base = siteOrigin(services.config.BASE_URL, ctx);
  const { language, theme } = preferencesOf(req.headers);
  const audience = member ? "member" : "guest";
  const viewed = () => homeForViewer(ctx, profile, audience);
  const other = services.egress.otherFamily(client.ip.family);
  const ownHeaders = other?.pageHeaders ?? pageHeaders;
  const render = (home: HomeView, parts: HomeParts) => {
    const lock = lockCardOf(ctx, home);
    return ctx.render(
      <HomePage base={base} other={other && other.setup} {...parts}>
        {lock && <LockCard {...lock} />}
      </HomePage>,
      { headers: ownHeaders },
    );
  };
  const request = summarizeRequest(req.headers);
  // The page's forms return to the whole URL, with its query.
  if (member || searchOf(req.url) !== "") {
    const home = viewed();
    return render(home, homeParts(home, request, language))
      .then(bootScript.allowedIn);
  }
  const everybody = `${base} ${language} ${theme}`;
  const settings = services.fieldSwitches.current;
  const credits = services.credits();
  const guestPage = () => {
    const home = viewed();
    const hasWhois = services.whois !== null;
    const values = homeSlotValues(home, request, { language, hasWhois });
    return mapMaybeAsync(
      services.homeTemplates.get(
        `${home.isPublic} ${home.family} ${everybody}`,
        [settings, credits],
        async () => {
          const { html, headersOf } = await bootScript.kept(
            await render(home, homeSlots(home, request, language)),
            ownHeaders,
          );
          const template = new PageTemplate(html, Object.keys(values));
          return { template, headersOf };
        },
      ),
      ({ template, headersOf }) => {
        const page = template.fill(values);
        return {
          body: new CachedBody(page, ONE_VISITOR_LEVEL),
          headers: headersOf(page),
        };
      },
    );
  };
  // The page shows the time of day at the address.
  const minute = Math.floor(services.now() / 60_000);
  const page = isKnown
    ? services.homePages.get(
      `${client.ip.text} ${everybody} ${summarizedHeaders(req.headers)}`,
      [profile, settings, credits, services.checks(), minute],
      guestPage,
    )
    : guestPage();
  return mapMaybeAsync(
    page,
    ({ body, headers }) => body.response(req.headers, headers),
  );
}

/** The address in a form of ipify: text without a line break, JSON or JSONP. */
function addressAs(
  ctx: Context<State>,
  format: "text" | "json" | "jsonp",
): Response {
  const { client: { ip } } = ctx.state;
  if (format === "text") {
    enforceRateLimit(ctx, "text");
    return textResponse(ip.text, "");
  }
  enforceRateLimit(ctx, "jsonip");
  const callback = format === "jsonp" ? callbackOf(ctx) ?? "callback" : null;
  return jsonResponse({ ip: ip.text }, { callback });
}

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { client, role } = ctx.state;
    rejectRequestedAddress(ctx);
    if (role === "v4" || role === "v6") return probeResponse(ctx, role);
    const format = choiceOf(ctx, "format", ["text", "json", "jsonp"]);
    if (format !== null) return addressAs(ctx, format);
    const wanted = preferredType(ctx.req.headers.get("accept"));
    if (wanted === "html") return homePage(ctx);
    if (wanted === "json") {
      enforceRateLimit(ctx, "jsonip");
      return jsonResponse({ ip: client.ip.text }, { negotiated: true });
    }
    enforceRateLimit(ctx, "text");
    return textResponse(client.ip.text);
  },
}));
