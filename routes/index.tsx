import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { AddressText } from "../components/AddressText.tsx";
import { CurlLines } from "../components/CurlLines.tsx";
import { InnerAddress } from "../components/InnerAddress.tsx";
import { Layers } from "../components/Layers.tsx";
import { define, type State } from "../define.ts";
import LockCard from "../islands/LockCard.tsx";
import { prefers } from "../lib/http/accept.ts";
import { jsonAnswer, pageHeaders, textAnswer } from "../lib/http/answers.ts";
import { AppError } from "../lib/http/errors.ts";
import { charge } from "../lib/http/limit.ts";
import { methods } from "../lib/http/methods.ts";
import { languageOf } from "../lib/http/preferences.ts";
import { viewerOf } from "../lib/http/viewer.ts";
import { homeView } from "../lib/profile/views/home.ts";
import { homeTexts } from "../lib/shared/texts/home.ts";

const familyNumber = { v4: 4, v6: 6 } as const;

/** A probe host speaks to one address family: that is what makes it a probe. */
function probeAnswer({ state }: Context<State>, role: "v4" | "v6"): Response {
  const { services, client } = state;
  charge(services.limits, "text", client.key);
  if (client.ip.family !== familyNumber[role]) {
    throw new AppError(
      400,
      "INVALID_TARGET",
      `This host answers over IPv${familyNumber[role]} only.`,
    );
  }
  return textAnswer(client.ip.text);
}

async function homePage(ctx: Context<State>) {
  const { state, req } = ctx;
  const { services, client } = state;
  charge(services.limits, "pages", client.key);
  state.member = await viewerOf(ctx);
  const { profile } = await services.profiles.describe(client.ip, {
    order: state.member ? "v2" : "v1",
    signal: req.signal,
  });
  const home = homeView(profile, {
    audience: state.member ? "member" : "guest",
    settings: services.fieldSwitches.current,
    language: languageOf(req),
  });
  const { BASE_URL, SIGN_UP } = services.config;
  const base = BASE_URL?.origin ?? ctx.url.origin;
  return page(
    { base, home, canSignUp: SIGN_UP === "open" },
    { headers: pageHeaders },
  );
}

export const handler = define.handlers(methods({
  GET(ctx: Context<State>) {
    const { services, client, role } = ctx.state;
    if (role === "v4" || role === "v6") return probeAnswer(ctx, role);
    const wanted = prefers(ctx.req.headers.get("accept"));
    if (wanted === "html") return homePage(ctx);
    if (wanted === "json") {
      charge(services.limits, "jsonip", client.key);
      return jsonAnswer({ ip: client.ip.text }, { negotiated: true });
    }
    charge(services.limits, "text", client.key);
    return textAnswer(client.ip.text);
  },
}));

export default define.page<typeof handler>((
  { data: { base, home, canSignUp }, req },
) => (
  <>
    <Head>
      <title>{`${home.ip} – Porthole`}</title>
      <meta name="description" content={home.verdict} />
    </Head>
    <section class="address">
      <h1>
        <span class="caption">
          {homeTexts[languageOf(req)].caption(home.isPublic, home.family)}
        </span>
        <output class={home.family === 6 ? "ip long" : "ip"}>
          <AddressText ip={home.ip} />
        </output>
      </h1>
      <p class="verdict">
        {home.flag && <span class="flag" aria-hidden="true">{home.flag}</span>}
        {home.verdict}
      </p>
    </section>
    {home.isPublic
      ? (
        <>
          <Layers layers={home.layers} />
          {home.locked.length > 0 && (
            <LockCard
              labels={home.locked}
              canSignUp={canSignUp}
              language={languageOf(req)}
            />
          )}
        </>
      )
      : <InnerAddress />}
    <CurlLines base={base} ip={home.isPublic ? home.ip : "8.8.8.8"} />
  </>
));
