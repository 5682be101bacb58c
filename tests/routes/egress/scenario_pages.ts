import type {
  Browser,
  BrowserContextOptions,
  Page,
  Route,
} from "playwright-core";
import type { EgressSetup } from "../../../lib/egress/view/report.ts";
import type { Facts, LocalSource } from "../../../lib/ipinfo/profile.ts";
import { NO_FINDINGS } from "../../../lib/ipinfo/profile.ts";
import { evidenceOf } from "../../support/profile.ts";
import {
  addressIn,
  candidatesIn,
  isAddress,
  PLACES,
  resolversIn,
  type Scenario,
} from "../../lib/egress/view/verdict/scenarios.ts";
import { CLOCK, endLimits, FORGET_VERDICT } from "./clock_script.ts";
import {
  CLIENT_V4,
  CLIENT_V6,
  type EgressSite,
  egressSite,
} from "./egress_site.ts";

/** Knows the networks of the scenarios, as lists would. */
const scenarioSource: LocalSource = {
  name: "scenarios",
  kind: "open",
  lookup(ip) {
    const place = PLACES.find((place) => place.ip === ip.text);
    if (!place) return NO_FINDINGS;
    const facts: Partial<Facts> = {
      asn: place.asn!,
      asnOrg: place.organization!,
      country: place.country!,
      countryCode: place.countryCode!,
      ...place.latitude !== null &&
        { latitude: place.latitude, longitude: place.longitude! },
    };
    const traits = [place.kind, place.tunnel].filter((trait) => trait !== null);
    return { facts, evidence: traits.map(evidenceOf) };
  },
};

/** A site whose page has the setup of the URL's `setup`, which {@link setupOf} makes. */
export async function scenarioSite(
  env: Record<string, string> = {},
): Promise<EgressSite> {
  const TRUSTED_PROXIES = `${CLIENT_V4},${CLIENT_V6}`;
  const limits = ["LOOKUP", "PAGES", "TEXT", "JSONIP"]
    .map((name) => [`RATE_LIMIT_${name}`, "0"]);
  const site = await egressSite({
    env: () => ({ TRUSTED_PROXIES, ...Object.fromEntries(limits), ...env }),
  });
  const { profiles, egress, ipinfo } = site.app.services;
  profiles.useLocal([scenarioSource]);
  const lists = [{ builtAt: null, families: [4, 6] as const }];
  ipinfo.checks = () => ({ vpn: lists, proxy: lists, tor: lists });
  const { setup } = egress;
  egress.setup = async (url) => ({
    ...await setup(url),
    ...JSON.parse(url.searchParams.get("setup") ?? "{}"),
  });
  return site;
}

/** A host that only requests of the test's own pages reach. */
const SECURE = "https://secure.test";

/** Only a page over HTTPS blocks a probe before it is sent. */
function isSecure({ v6 }: Scenario): boolean {
  return v6 === "blocked";
}

/** What a scenario's page has configured. */
function setupOf(scenario: Scenario): Partial<EgressSetup> {
  const { v4, v6, dns, nat64, site } = scenario;
  const isOff = (state: string) => state === "not_configured";
  const protocol = isSecure(scenario) ? "https" : "http";
  const v4Origin = isOff(v4) ? null : `${protocol}://v4.test`;
  const v6Origin = isOff(v6) ? null : "http://v6.test";
  const origins = ["", v4Origin, v6Origin].filter((it) => it !== null);
  return {
    v4Origin,
    v6Origin,
    sites: origins.map((origin) => `${origin}/api/egress/exit`),
    literalOrigin: null,
    probeZone: isOff(dns) ? null : "probe.test",
    stunUrls: ["stun:stun.test"],
    nat64StunUrl: nat64 ? "stun:[64:ff9b::505:505]:3478" : null,
    ...site && { sites: ["http://site.test/"], hasOwnSites: false },
    provenHosts: [
      ...v4 === "failed" ? [] : ["v4" as const],
      ...v6 === "failed" ? [] : ["v6" as const],
    ],
  };
}

/** What a browser reports to the page: candidates, or no WebRTC at all. */
function webRtcScript({ webrtc, nat64 }: Scenario): string {
  if (webrtc === "unsupported") return "delete globalThis.RTCPeerConnection";
  if (webrtc === "blocked") return "globalThis.RTCPeerConnection = null";
  const translated = nat64
    ? [{ type: "srflx", protocol: "udp", address: addressIn(nat64), port: 9 }]
    : [];
  return `globalThis.RTCPeerConnection = class {
    constructor({ iceServers: [{ urls: [url] }] }) {
      this.isNat64 = url.includes("64:ff9b");
    }
    close() {}
    createDataChannel() {}
    async createOffer() {}
    async setLocalDescription() {
      const all = this.isNat64
        ? ${JSON.stringify(translated)}
        : ${JSON.stringify(candidatesIn(webrtc))};
      for (const candidate of all) this.onicecandidate({ candidate });
      if (${webrtc.includes("!")}) this.onicecandidateerror({});
      if (${webrtc.includes("…")}) hangingPeers += this.isNat64 ? 0 : 1;
      else this.onicecandidate({ candidate: null });
    }
  }`;
}

/** A page that runs scenarios with the same setup one after the other. */
export interface ScenarioPage {
  page: Page;
  /** Runs a scenario to its end. */
  run(scenario: Scenario): Promise<void>;
}

/** The pages of one context, by what they have configured. */
export async function scenarioPages(
  browser: Browser,
  site: EgressSite,
  options: BrowserContextOptions = {},
): Promise<(scenario: Scenario) => Promise<Page>> {
  const context = await browser.newContext(options);
  const pages = new Map<string, ScenarioPage>();
  return async (scenario) => {
    const setup = JSON.stringify(setupOf(scenario));
    let opened = pages.get(setup);
    if (!opened) {
      const origin = isSecure(scenario) ? SECURE : site.main;
      const url = `${origin}/egress?setup=${encodeURIComponent(setup)}`;
      opened = await openPage(await context.newPage(), site, url);
      pages.set(setup, opened);
    }
    await opened.run(scenario);
    return opened.page;
  };
}

/** A page in a context of its own on which the scenario's run has ended. */
export async function scenarioPage(
  browser: Browser,
  site: EgressSite,
  scenario: Scenario,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return await (await scenarioPages(browser, site, options))(scenario);
}

const PRESS = `document.querySelector(".egress-start button").click()`;

async function openPage(
  page: Page,
  site: EgressSite,
  url: string,
): Promise<ScenarioPage> {
  let current: Scenario;
  let hanging = 0;
  /** Responds as the service does to a client behind the trusted proxy. */
  const respond = async (route: Route, headers?: Record<string, string>) => {
    const request = route.request();
    const { origin, pathname, search } = new URL(request.url());
    const body = request.postData();
    const response = await site.app.get(pathname + search, {
      ...{ origin, method: request.method(), body, peer: CLIENT_V4 },
      headers: { ...request.headers(), ...headers },
    });
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  };
  await page.addInitScript(CLOCK);
  await page.route(`${SECURE}/**`, (route) => respond(route));
  await page.route("**/api/egress/exit*", async (route) => {
    const { v4, v6 } = current;
    const own = isAddress(v6) ? v6 : v4;
    const host = new URL(route.request().url()).hostname;
    const seen = host === "v4.test" ? v4 : host === "v6.test" ? v6 : own;
    if (isAddress(seen)) {
      await respond(route, { "x-forwarded-for": addressIn(seen) });
    } else if (seen === "none" || seen === "failed") await route.abort();
    else hanging++;
  });
  await page.route(/\.probe\.test\//, (route) => route.abort());
  await page.route("http://site.test/", (route) =>
    route.fulfill({
      body: addressIn(current.site!),
      headers: { "access-control-allow-origin": "*" },
    }));
  await page.route("**/api/egress/dns/*", async (route) => {
    const { dns } = current;
    if (dns === "stopped") return;
    if (dns === "failed") return await route.fulfill({ status: 500 });
    const resolvers = resolversIn(dns).map((ip) => ({
      ...{ ip, family: ip.includes(":") ? 6 : 4, protocol: "udp" },
      ...{ subnet: null, via_v6_only: false },
    }));
    await route.fulfill({ json: { resolvers } });
  });
  await page.goto(url);
  await page.locator(".egress-start button:enabled").first().waitFor();
  return {
    page,
    async run(scenario) {
      current = scenario;
      hanging = 0;
      await page.evaluate(
        `forgetLimits(); ${FORGET_VERDICT}; ${
          webRtcScript(scenario)
        }; ${PRESS}`,
      );
      if (scenario.v6 === "stopped") {
        for (const part of ["ipv4", "webrtc"]) {
          await page.locator(`[data-tile=${part}] .tile-network`)
            .getByText("M247").waitFor();
        }
        await page.evaluate(PRESS);
        await page.locator("[data-verdict]").waitFor();
      } else await endLimits(page, () => hanging);
    },
  };
}
