import { PageHead } from "../../components/ui/PageHead.tsx";
import { page } from "fresh";
import { asset } from "fresh/runtime";
import { Unconfigured } from "../../components/egress/Unconfigured.tsx";
import { AddressText } from "../../components/ui/AddressText.tsx";
import { byMethod, define } from "../../define.ts";
import EgressProbes from "../../islands/EgressProbes.tsx";
import { egressPageHeaders } from "../../lib/egress/page_headers.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { siteOrigin } from "../../lib/http/hosts.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { WORLD_PATH } from "../../lib/ipinfo/view/world_map.ts";
import {
  egressPageTexts,
  egressTexts,
  speedTexts,
} from "../../lib/egress/view/texts.ts";

export const handler = byMethod({
  async GET(ctx) {
    const { state, url } = ctx;
    const { services, client } = state;
    enforceRateLimit(ctx);
    state.member = await optionalMember(ctx);
    const setup = await services.egress.setup(url);
    const { off } = services.egress;
    const isAdmin = state.member?.account.isAdmin ?? false;
    const hasSpeedTest = services.speedTest !== null;
    return page({ ip: client.ip, setup, off, hasSpeedTest, isAdmin }, {
      headers: egressPageHeaders(setup),
    });
  },
});

export default define.page<typeof handler>(({ data, req, state, url }) => {
  const { ip, setup, off, hasSpeedTest, isAdmin } = data;
  const t = egressPageTexts[languageOf(req)];
  return (
    <>
      <PageHead title={t.title} description={t.intro}>
        <meta key="og:title" property="og:title" content={t.title} />
        <meta
          key="og:image"
          property="og:image"
          content={`${
            siteOrigin(state.services.config.BASE_URL, { url })
          }/preview/egress`}
        />
      </PageHead>
      <section class="panel">
        <h1>{t.heading}</h1>
        <p>{t.intro}</p>
        <noscript>
          <p class="message">
            {t.noScript}
            <a href={`/${ip.text}`}>
              <AddressText ip={ip.text} />
            </a>
            {t.end}
          </p>
        </noscript>
      </section>
      <EgressProbes
        setup={setup}
        textsJson={JSON.stringify(egressTexts[languageOf(req)])}
        speedTextsJson={hasSpeedTest
          ? JSON.stringify(speedTexts[languageOf(req)])
          : null}
        candidates={setup.stunUrls.length > 0
          ? t.candidates
          : t.candidatesWithoutStun}
        world={asset(WORLD_PATH)}
      />
      <p class="aside">{t.limits}</p>
      {isAdmin && (
        <Unconfigured setup={setup} off={off} hasSpeedTest={hasSpeedTest} />
      )}
    </>
  );
});
