import type { Context } from "fresh";
import { HomePage } from "../components/ipinfo/HomePage.tsx";
import LockCard from "../islands/LockCard.tsx";
import { define, type State } from "../define.ts";
import { preferredType } from "../lib/http/accept.ts";
import {
  htmlResponse,
  jsonResponse,
  pageHeaders,
  textResponse,
} from "../lib/http/responses.ts";
import { AppError } from "../lib/core/errors.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { methods } from "../lib/http/methods.ts";
import { preferencesOf } from "../lib/http/preferences.ts";
import { optionalMember } from "../lib/accounts/sign_in/viewer.ts";
import { homeView } from "../lib/ipinfo/home.ts";

const familyNumber = { v4: 4, v6: 6 } as const;

/** A probe host speaks to one address family: that is what makes it a probe. */
function probeAnswer(ctx: Context<State>, role: "v4" | "v6"): Response {
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

/** The home page; a guest's is kept, as long as all of it is still so. */
async function homePage(ctx: Context<State>): Promise<Response> {
  const { state, req, url } = ctx;
  const { services, client } = state;
  enforceRateLimit(ctx, "pages");
  state.member = await optionalMember(ctx);
  const { profile } = await services.profiles.describe(client.ip, {
    order: state.member ? "v2" : "v1",
    client,
    signal: req.signal,
  });
  const { BASE_URL, SIGN_UP } = services.config;
  const base = BASE_URL?.origin ?? url.origin;
  const settings = services.fieldSwitches.current;
  const { language, theme } = preferencesOf(req.headers);
  const render = () => {
    const home = homeView(profile, {
      audience: state.member ? "member" : "guest",
      settings,
      language,
    });
    return ctx.render(
      <HomePage home={home} base={base}>
        {home.locked.length > 0 && (
          <LockCard
            labels={home.locked}
            canSignUp={SIGN_UP === "open"}
            language={language}
          />
        )}
      </HomePage>,
      { headers: pageHeaders },
    );
  };
  // The forms of the page lead back to all of what was asked for.
  if (state.member || url.search !== "") return render();
  return htmlResponse(
    await services.homePages.html(
      `${client.ip.text} ${base} ${language} ${theme}`,
      [profile, settings, services.credits()],
      render,
    ),
  );
}

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { client, role } = ctx.state;
    if (role === "v4" || role === "v6") return probeAnswer(ctx, role);
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
