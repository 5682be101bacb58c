import { signal } from "@preact/signals";
import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { AddressText } from "../../components/AddressText.tsx";
import { define, type State } from "../../define.ts";
import EgressProbes from "../../islands/EgressProbes.tsx";
import WebRtcCandidates from "../../islands/WebRtcCandidates.tsx";
import { egressPageHeaders } from "../../lib/egress_headers.ts";
import { charge } from "../../lib/http/limit.ts";
import { methods } from "../../lib/http/methods.ts";
import { viewerOf } from "../../lib/http/viewer.ts";
import { homeView } from "../../lib/profile/views/home.ts";
import { emptyReport } from "../../lib/shared/egress/empty_report.ts";

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    const { state, req, url } = ctx;
    const { services, client } = state;
    charge(services.limits, "pages", client.key);
    state.member = await viewerOf(ctx);
    const { profile } = await services.profiles.describe(client.ip, {
      order: "v1",
      signal: req.signal,
    });
    const here = homeView(profile, {
      audience: "guest",
      settings: services.fieldSwitches.current,
    });
    const setup = {
      ...services.probes.setup(url),
      hasV6NameServer: services.config.DNS_PROBE_ADDRESSES
        .some(({ family }) => family === 6),
    };
    return page({ here, setup }, { headers: egressPageHeaders(setup) });
  },
}));

export default define.page<typeof handler>(({ data: { here, setup } }) => {
  const report = signal(emptyReport(setup));
  const run = signal<AbortController | null>(null);
  return (
    <>
      <Head>
        <title>Egress – Porthole</title>
        <meta
          name="description"
          content="Where your traffic, your DNS questions and WebRTC leave: IPv4 and IPv6 exits, resolvers, candidates, and how ready you are for IPv6."
        />
      </Head>
      <section class="panel">
        <h1>Egress</h1>
        <p>
          Where your traffic leaves, who asks the DNS for you, and what WebRTC
          tells of you. This server answers every probe itself
          {setup.sites.length > 0 &&
            "; of others, only the sites listed below are visited"}. What is
          found stays in this page.
        </p>
        <p>
          This page was asked for from <AddressText ip={here.ip} />{" "}
          over IPv{here.family}. {here.verdict}
        </p>
        <noscript>
          <p class="message">
            The probes are run by a script of this server, and your browser runs
            none: the address above is what can be said without.
          </p>
        </noscript>
      </section>
      <section class="panel egress">
        <EgressProbes setup={setup} report={report} run={run} />
      </section>
      <section class="panel egress" aria-labelledby="webrtc-title">
        <h2 id="webrtc-title">WebRTC candidates</h2>
        <p>
          {setup.stunUrls.length > 0
            ? "The addresses that a page can have your browser offer for a call. Names that end in .local hide an address."
            : "The addresses of this machine that a page can have your browser offer for a call. Which public address they show is not tested: this server has no STUN server."}
        </p>
        <WebRtcCandidates
          stunUrls={setup.stunUrls}
          report={report}
          run={run}
        />
      </section>
    </>
  );
});
