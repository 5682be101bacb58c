import type { Context } from "fresh";
import { FirstRun } from "../components/admin/FirstRun.tsx";
import { HomePage, type HomeParts } from "../components/ipinfo/HomePage.tsx";
import { homeParts } from "../components/ipinfo/page_parts.tsx";
import { placeholdersOf } from "../components/ui/markup.tsx";
import LockCard from "../islands/LockCard.tsx";
import { bootScript, byMethod, type State } from "../define.ts";
import { preferredType } from "../lib/http/accept.ts";
import {
  jsonResponse,
  pageHeaders,
  textResponse,
} from "../lib/http/responses.ts";
import { AppError } from "../lib/core/errors.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { siteOrigin } from "../lib/http/hosts.ts";
import {
  callbackOf,
  choiceOf,
  rejectRequestedAddress,
} from "../lib/http/query.ts";
import { languageOf } from "../lib/http/preferences.ts";
import { optionalMember } from "../lib/accounts/sign_in/request_member.ts";
import { RequestLookup } from "../lib/ipinfo/target_lookup.ts";
import {
  homeForViewer,
  isFirstRun,
  lockCardOf,
  SAMPLE_ADDRESS,
} from "../lib/ipinfo/home/home_for_viewer.ts";
import { summarizeRequest } from "../lib/ipinfo/home/guest_pages.ts";
import type { Profile } from "../lib/ipinfo/profile.ts";
import { mapMaybeAsync } from "../lib/core/async.ts";
import { searchOf } from "../lib/http/entry.ts";

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
    if (isFirstRun(state.services.config, client, req.headers)) {
      return mapMaybeAsync(
        profiles.localProfile(SAMPLE_ADDRESS),
        (profile) =>
          profile ? samplePage(ctx, profile) : pageAboutClient(member),
      );
    }
    return pageAboutClient(member);
  });

  function pageAboutClient(
    member: State["member"],
  ): Response | Promise<Response> {
    const order = member ? "v2" : "v1";
    const cached = profiles.cached(client.ip, order);
    if (cached) return pageAbout(ctx, cached.profile, true);
    const described = profiles.describe(
      client.ip,
      new RequestLookup(client, req, order),
    );
    return mapMaybeAsync(
      described,
      ({ profile }) => pageAbout(ctx, profile, false),
    );
  }
}

/** The page about a sample visitor, for whoever has just installed the service. */
async function samplePage(
  ctx: Context<State>,
  profile: Profile,
): Promise<Response> {
  const { state: { services, client }, req } = ctx;
  const { config } = services;
  const home = homeForViewer(ctx, profile, "guest");
  const parts = homeParts(home, summarizeRequest(req.headers, client), {
    language: languageOf(req),
  });
  const done = {
    families: Boolean(config.V4_URL && config.V6_URL),
    zone: config.DNS_PROBE_ZONE !== undefined,
    stun: config.STUN_PORT !== undefined || config.STUN_URLS.length > 0,
  };
  const response = await ctx.render(
    <HomePage
      shape={home}
      parts={parts}
      base={siteOrigin(config.BASE_URL, ctx)}
      other={null}
      sampleNotice={<FirstRun done={done} />}
    >
      {null}
    </HomePage>,
    { headers: pageHeaders },
  );
  return bootScript.allowedIn(response);
}

/**
 * The home page about a profile. A guest's page is cached, but not at a first
 * visit, because most visitors come once.
 */
function pageAbout(
  ctx: Context<State>,
  profile: Profile,
  isKnown: boolean,
): Response | Promise<Response> {
  const { state: { services, member, client }, req } = ctx;
  const base = siteOrigin(services.config.BASE_URL, ctx);
  const other = services.egress.otherFamily[client.ip.family];
  const headers = other?.pageHeaders ?? pageHeaders;
  const described = () => {
    const home = homeForViewer(ctx, profile, member ? "member" : "guest");
    const parts = homeParts(home, summarizeRequest(req.headers, client), {
      language: languageOf(req),
    });
    const render = (shown: HomeParts) => {
      const lock = lockCardOf(ctx, home);
      return ctx.render(
        <HomePage
          shape={home}
          parts={shown}
          base={base}
          other={other && other.setup}
        >
          {lock && <LockCard {...lock} />}
        </HomePage>,
        { headers },
      );
    };
    return { home, parts, render };
  };
  // The page's forms return to the whole URL, with its query.
  if (member || searchOf(req.url) !== "") {
    const { parts, render } = described();
    return render(parts).then(bootScript.allowedIn);
  }
  const guestParts = () => {
    const { home, parts, render } = described();
    const { isPublic, isKnown, family, isOneHolder } = home;
    return {
      shape: [
        ...["home", isPublic, isKnown, family, isOneHolder],
        "protocol" in parts.html,
      ].join(" "),
      values: parts.html,
      render: async () =>
        bootScript.cacheable(await render(placeholdersOf(parts)), headers),
    };
  };
  const reader = { headers: req.headers, client, base };
  const page = isKnown
    ? services.guestPages.cachedPage(reader, profile, guestParts)
    : services.guestPages.page(reader, guestParts());
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

export const handler = byMethod({
  GET(ctx) {
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
});
