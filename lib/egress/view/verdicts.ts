import type { EgressTexts } from "./texts.ts";
import { fill } from "../../i18n/language.ts";
import {
  addressText,
  countryOf,
  isPublicAddress,
  listText,
} from "./address_text.ts";
import {
  distance,
  distanceFromExits,
  exitOf,
  isFamilyProbed,
  isKnownExit,
  knownExits,
  looksLikeVpn,
} from "./exits.ts";
import type { EgressReport, Exit, Probe } from "./report.ts";
import { candidateRows, exitRows, siteRows } from "./rows.ts";

/** One finding, as a sentence. */
export interface Verdict {
  tone: "good" | "warn" | "bad" | "info";
  sentence: string;
}

/**
 * The verdict on addresses in different countries or networks. It is more
 * severe if traffic bypasses a VPN, which the sentence `split` explains.
 */
function distanceVerdict(
  distance: "country" | "network",
  isSplit: boolean,
  { sentence, split }: { sentence: string; split: string },
  { phrases }: EgressTexts,
): Verdict {
  const tones = distance === "country"
    ? ["warn", "bad"] as const
    : ["info", "warn"] as const;
  return isSplit
    ? { tone: tones[1], sentence: sentence + phrases.space + split }
    : { tone: tones[0], sentence };
}

/**
 * Whether DNS queries leave through the same country and network as other
 * traffic.
 */
function dnsVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { dns } = texts.verdicts;
  const { state, value = [] } = report.resolvers;
  if (state !== "found" || value.length === 0) return [];
  const exits = knownExits(report);
  if (exits.length === 0) return [];
  const ips = [...new Set(value.map(({ ip }) => ip))];
  // Traffic goes through a VPN, but DNS goes through the local provider.
  const isTunnel = exits.every(({ ip }) => looksLikeVpn(report, ip));

  const verdicts: Verdict[] = [];
  for (const distance of ["country", "network"] as const) {
    const there = ips.filter((ip) =>
      distanceFromExits(report, ip) === distance
    );
    if (there.length === 0) continue;
    const isSplit = isTunnel && there.some((ip) => !looksLikeVpn(report, ip));
    const resolvers = listAddresses(report, there, texts);
    const sentence = fill(dns[distance], { resolvers });
    const { split } = dns;
    verdicts.push(
      distanceVerdict(distance, isSplit, { sentence, split }, texts),
    );
  }
  if (ips.every((ip) => distanceFromExits(report, ip) === "same")) {
    verdicts.push({ tone: "good", sentence: dns.same });
  }
  return verdicts;
}

/** Maximum number of resolvers in a sentence. The table has all of them. */
const NAMED = 3;

function listAddresses(
  report: EgressReport,
  ips: readonly string[],
  texts: EgressTexts,
): string {
  const named = ips.slice(0, NAMED).map((ip) => addressText(report, ip, texts));
  const count = ips.length - named.length;
  if (count > 0) named.push(fill(texts.verdicts.dns.more, { count }));
  return listText(named, texts);
}

const failed = ({ state }: Probe<unknown>) =>
  state === "none" || state === "timed_out";

/** Whether both families have an exit, in the same country and network. */
function familyVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { families } = texts.verdicts;
  const v4 = exitOf(report, 4);
  const v6 = exitOf(report, 6);
  if (v4 && v6) return [compareFamilies(report, v4, v6, texts)];
  const [v4Failed, v6Failed] = [report.exits.v4, report.exits.v6].map(failed);
  if (v4 && v6Failed) return [{ tone: "info", sentence: families.v4Alone }];
  if (v6 && v4Failed) return [{ tone: "info", sentence: families.v6Alone }];
  if (v4Failed && v6Failed) {
    return [{ tone: "warn", sentence: families.neither }];
  }
  return [];
}

function compareFamilies(
  report: EgressReport,
  v4: Exit,
  v6: Exit,
  texts: EgressTexts,
): Verdict {
  const { families } = texts.verdicts;
  const distanceBetween = distance(report.places[v4.ip], report.places[v6.ip]);
  const country = countryOf(report, v4.ip, texts);
  switch (distanceBetween) {
    case "unknown":
      return { tone: "info", sentence: families.both };
    case "same":
      return {
        tone: "good",
        sentence: country ? fill(families.sameIn, { country }) : families.same,
      };
  }
  // A VPN that carries only one family.
  const isSplit = looksLikeVpn(report, v4.ip) !== looksLikeVpn(report, v6.ip);
  const sentence = fill(families[distanceBetween], {
    country4: country,
    country6: countryOf(report, v6.ip, texts),
    exit4: addressText(report, v4.ip, texts),
    exit6: addressText(report, v6.ip, texts),
  });
  const { split } = families;
  return distanceVerdict(distanceBetween, isSplit, { sentence, split }, texts);
}

/**
 * Whether a site is reached through another exit than this service, because of
 * a proxy rule or split tunneling.
 */
function siteVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  return report.sites.flatMap(({ url, probe }): Verdict[] => {
    const exit = probe.value?.exit;
    if (!exit || !exitOf(report, exit.family)) return [];
    if (isKnownExit(report, exit.ip)) return [];
    return [{
      tone: "warn",
      sentence: fill(texts.verdicts.site, {
        site: new URL(url).host,
        address: addressText(report, exit.ip, texts),
      }),
    }];
  });
}

/** How the NAT maps ports. No leak, but it decides about direct connections. */
function natVerdicts(
  { natMapping: { value } }: EgressReport,
  { verdicts: { nat } }: EgressTexts,
): Verdict[] {
  return value ? [{ tone: "info", sentence: nat[value] }] : [];
}

/** Whether a NAT64 translates IPv6 to IPv4. If none was found, one may exist. */
function nat64Verdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { value } = report.nat64;
  if (!value) return [];
  const address = addressText(report, value.ip, texts);
  return [{
    tone: "info",
    sentence: fill(texts.verdicts.nat64Found, { address }),
  }];
}

/** What could not be tested, one sentence per reason. */
function untestedVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { untested, reasons, byStun, natMapping, nat64 } = texts.verdicts;
  const rows = [exitRows, siteRows, candidateRows]
    .flatMap((rowsOf) => rowsOf(report, texts));
  return Object.entries(reasons).flatMap(([state, reason]): Verdict[] => {
    const labels = rows.filter((row) => row.state === state)
      .map(({ label }) => label);
    if (state === "not_configured" && report.isWithoutStun) {
      labels.push(byStun);
    }
    if (report.natMapping.state === state) labels.push(natMapping);
    if (report.nat64.state === state) labels.push(nat64);
    if (labels.length === 0) return [];
    const probes = listText(labels, texts);
    return [{ tone: "info", sentence: fill(untested, { reason, probes }) }];
  });
}

/** Whether WebRTC reveals addresses that the other probes don't. */
function webRtcVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { webRtc } = texts.verdicts;
  const { state, value = [] } = report.candidates;
  if (state === "none" && !report.isWithoutStun) {
    return [{ tone: "good", sentence: webRtc.nothing }];
  }
  if (state !== "found") return [];
  // A relay's address is not the visitor's.
  const shown = value.filter(({ isHidden, type }) =>
    !isHidden && type !== "relay"
  );
  const ips = [...new Set(shown.map(({ address }) => address))];
  const open = ips.filter(isPublicAddress);
  const probed = open.filter((ip) => isFamilyProbed(report, ip));
  const unknown = probed.filter((ip) => !isKnownExit(report, ip));
  // Carrier-grade NAT gives one connection several addresses.
  const isAtHome = (ip: string) => distanceFromExits(report, ip) === "same";
  const findings: [Verdict["tone"], sentence: string, ips: string[]][] = [
    ["bad", webRtc.leak, unknown.filter((ip) => !isAtHome(ip))],
    ["warn", webRtc.near, unknown.filter(isAtHome)],
    ["info", webRtc.alone, open.filter((ip) => !probed.includes(ip))],
    [
      "info",
      webRtc.inner,
      ips.filter((ip) => !open.includes(ip) && !isKnownExit(report, ip)),
    ],
  ];
  const verdicts = findings.filter(([, , ips]) => ips.length > 0)
    .map(([tone, sentence, ips]): Verdict => {
      const named = ips.map((ip) => addressText(report, ip, texts));
      const addresses = listText(named, texts);
      return { tone, sentence: fill(sentence, { addresses }) };
    });
  if (open.length === 0 && !report.isWithoutStun) {
    verdicts.push({ tone: "good", sentence: webRtc.noPublic });
  } else if (probed.length > 0 && unknown.length === 0) {
    verdicts.push({ tone: "good", sentence: webRtc.known });
  }
  return verdicts;
}

const GRAVITY: readonly Verdict["tone"][] = ["bad", "warn", "good", "info"];

/**
 * The verdicts on a report: the most severe first, and last what could not be
 * tested and why. Before the first start, only what is not configured.
 */
export function verdicts(report: EgressReport, texts: EgressTexts): Verdict[] {
  return [...findings(report, texts), ...untestedVerdicts(report, texts)];
}

/** The verdicts of what was tested, the most severe first. */
function findings(report: EgressReport, texts: EgressTexts): Verdict[] {
  const found = [
    familyVerdicts,
    dnsVerdicts,
    webRtcVerdicts,
    natVerdicts,
    nat64Verdicts,
    siteVerdicts,
  ].flatMap((say) => say(report, texts));
  return found.sort((a, b) =>
    GRAVITY.indexOf(a.tone) - GRAVITY.indexOf(b.tone)
  );
}

/**
 * The result in one sentence: how many leaks there are, else how many warnings.
 * "No leak found" needs something that could have shown one: a resolver, a
 * public WebRTC address, or exits of both families. If nothing got a response,
 * as offline, warnings say nothing about leaks.
 */
export function headline(report: EgressReport, texts: EgressTexts): Verdict {
  const said = texts.verdicts.headline;
  const tones = findings(report, texts).map(({ tone }) => tone);
  const isSilent = knownExits(report).length === 0 &&
    [report.resolvers, report.candidates].every(({ state }) =>
      state !== "found"
    );
  if (isSilent) return { tone: "info", sentence: said.info };
  for (const tone of ["bad", "warn"] as const) {
    const count = tones.filter((other) => other === tone).length;
    if (count > 0) return { tone, sentence: fill(said[tone], { count }) };
  }
  const tone = tones.includes("good") || report.resolvers.state === "found"
    ? "good"
    : "info";
  return { tone, sentence: said[tone] };
}
