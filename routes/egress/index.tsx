import { type Context, page } from "fresh";
import { asset, Head } from "fresh/runtime";
import { Unconfigured } from "../../components/egress/Unconfigured.tsx";
import { AddressText } from "../../components/ui/AddressText.tsx";
import { define, type State } from "../../define.ts";
import EgressProbes from "../../islands/EgressProbes.tsx";
import SpeedTest from "../../islands/SpeedTest.tsx";
import { egressPageHeaders } from "../../lib/egress/page_headers.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { optionalMember } from "../../lib/accounts/sign_in/viewer.ts";
import { homeForViewer } from "../../lib/ipinfo/home/viewer.ts";
import { WORLD_PATH } from "../../lib/ipinfo/view/world_map.ts";
import { speedTexts } from "../../lib/egress/view/speed_texts.ts";
import { egressTexts } from "../../lib/egress/view/texts.ts";
import { egressPageTexts } from "../../lib/egress/view/page_texts.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { state, req, url } = ctx;
    const { services, client } = state;
    enforceRateLimit(ctx);
    state.member = await optionalMember(ctx);
    const { profile } = await services.profiles.describe(client.ip, {
      order: "v1",
      client,
      signal: req.signal,
    });
    const here = homeForViewer(ctx, profile, "guest");
    const setup = services.egress.setup(url);
    const { off } = services.egress;
    const isAdmin = state.member?.account.isAdmin ?? false;
    const hasSpeedTest = services.speedTest !== null;
    return page({ here, setup, off, hasSpeedTest, isAdmin }, {
      headers: egressPageHeaders(setup),
    });
  },
}));

export default define.page<typeof handler>(({ data, req }) => {
  const { here, setup, off, hasSpeedTest, isAdmin } = data;
  const t = egressPageTexts[languageOf(req)];
  return (
    <>
      <Head>
        <title>{t.title}</title>
        <meta name="description" content={t.description} />
      </Head>
      <section class="panel">
        <h1>{t.heading}</h1>
        <p>{t.intro(setup.sites.length > 0)}</p>
        <p>{t.limits}</p>
        <p>
          {t.askedFrom}
          <a href={`/${here.ip}`}>
            <AddressText ip={here.ip} />
          </a>
          {t.overFamily(here.family)}
          {here.verdict}
        </p>
        <noscript>
          <p class="message">{t.noScript}</p>
        </noscript>
      </section>
      <EgressProbes
        setup={setup}
        textsJson={JSON.stringify(egressTexts[languageOf(req)])}
        candidates={setup.stunUrls.length > 0
          ? t.candidates
          : t.candidatesWithoutStun}
        world={asset(WORLD_PATH)}
      />
      {hasSpeedTest && (
        <SpeedTest textsJson={JSON.stringify(speedTexts[languageOf(req)])} />
      )}
      {isAdmin && (
        <Unconfigured setup={setup} off={off} hasSpeedTest={hasSpeedTest} />
      )}
    </>
  );
});
