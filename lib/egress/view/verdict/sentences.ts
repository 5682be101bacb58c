import { fill } from "../../../i18n/language.ts";
import { listText, ownerText } from "../address_text.ts";
import { knownExits } from "../exits.ts";
import type { EgressReport, ListedTunnel } from "../report.ts";
import type { EgressTexts } from "../texts.ts";
import { publicExits } from "./tunnel.ts";
import type { PartName } from "./verdict.ts";
import { partsIn, type Verdict } from "./whole.ts";

/**
 * Fills a sentence. In Chinese, a space separates letters from characters, but not two
 * characters.
 */
function say(text: string, values: Parameters<typeof fill>[1]): string {
  return fill(text, values)
    .replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, "$1");
}

type Headlines = EgressTexts["verdicts"]["headline"];

/** The verdict in one sentence. */
export function headlineText(
  report: EgressReport,
  verdict: Verdict,
  texts: EgressTexts,
): string {
  const { parts } = verdict;
  const { headline, parts: names } = texts.verdicts;
  const list = (parts: readonly PartName[]) =>
    listText(parts.map((part) => names[part]), texts);
  const leaks = partsIn(parts, "leak");
  const unsure = partsIn(parts, "unsure");
  const untested = partsIn(parts, "untested");
  const { code, ips } = headlineOf(report, verdict);
  const networks = [
    ...new Set(
      ips.map((ip) => ownerText(report, announcedOf(report, ip, ips), texts)),
    ),
  ];
  return say(headline[code], {
    parts: list(leaks),
    unsure: list(unsure),
    untested: list(untested),
    tunnel: tunnelText(verdict, texts),
    networks: listText(networks, texts),
  });
}

/** The one of the addresses that is announced by the network to which `ip` is registered; else `ip`. */
function announcedOf(
  { places }: EgressReport,
  ip: string,
  ips: readonly string[],
): string {
  const own = places[ip];
  return ips.find((other) =>
    own?.isRegistered && places[other]?.isRegistered === false &&
    places[other].organization === own.organization &&
    places[other].countryCode === own.countryCode
  ) ?? ip;
}

/** The sentence of a verdict, and the addresses whose networks it names. */
function headlineOf(
  report: EgressReport,
  { state, parts, tunnel }: Verdict,
): { code: keyof Headlines; ips: string[] } {
  const exits = publicExits(report).map(({ ip }) => ip);
  switch (state) {
    case "leak": {
      const leaks = partsIn(parts, "leak");
      const [first] = leaks;
      // Sites see the exits and what WebRTC reveals; resolvers only the name servers.
      const seen = first === "dns" && leaks[1] ? leaks[1] : first;
      const [ip] = parts[seen].addresses;
      return {
        code: leaks.length > 1
          ? "leak_many"
          : first === "dns" || first === "webrtc"
          ? `leak_${first}`
          : "leak_one",
        ips: [ip],
      };
    }
    case "partial": {
      const isUnsure = partsIn(parts, "unsure").length > 0;
      const isUntested = partsIn(parts, "untested").length > 0;
      const code = isUnsure && isUntested
        ? "partial_both"
        : isUnsure
        ? "partial_unsure"
        : "partial_untested";
      return { code, ips: [] };
    }
    case "untested":
      return { code: exits.length > 0 ? "unknown" : "no_exit", ips: [] };
    case "protected":
      return {
        code: tunnel?.kind === "hosting" ? "protected_hosting" : state,
        ips: tunnel?.exits.map(({ ip }) => ip) ?? [],
      };
    case "no-tunnel":
      return {
        code: couldBeTunnel(report, exits) ? "no_known_tunnel" : "no_tunnel",
        ips: exits,
      };
  }
}

/**
 * Whether no list could name the tunnel of an exit. Lists of Tor exits have IPv4
 * addresses, which their visitors have, too.
 */
function couldBeTunnel(
  { places }: EgressReport,
  exits: readonly string[],
): boolean {
  const isUnchecked = (kind: ListedTunnel) => (ip: string) =>
    !places[ip] || places[ip].unchecked.includes(kind);
  return exits.some(isUnchecked("vpn")) || exits.every(isUnchecked("tor"));
}

/** What to do if that is up to no part; null if a part or the headline says it. */
export function remedyText(
  report: EgressReport,
  verdict: Verdict,
  { verdicts: { fixes } }: EgressTexts,
): string | null {
  const { code } = headlineOf(report, verdict);
  // With a private address, the part says what that means.
  const isOffline = code === "no_exit" && knownExits(report).length === 0;
  if (code === "no_known_tunnel") return fixes.no_tunnel;
  return code === "no_tunnel" || code === "unknown" || isOffline
    ? fixes[code]
    : null;
}

function tunnelText({ tunnel }: Verdict, { verdicts }: EgressTexts): string {
  return tunnel ? verdicts.tunnels[tunnel.kind] : "";
}

/** A part's state, its reason, and how to mend it, in words. */
export function partText(
  name: PartName,
  verdict: Verdict,
  texts: EgressTexts,
) {
  const { states, reasons, fixes, parts } = texts.verdicts;
  const { state, reason: { code, params } } = verdict.parts[name];
  const by: Readonly<Record<string, string>> = reasons;
  const group = name === "dns" || name === "webrtc" ? name : "exit";
  return {
    state: code === "own_connection" ? states.own : states[state],
    reason: say(
      by[`${code}_${verdict.tunnel?.kind}`] ?? by[`${code}_${group}`] ??
        by[code],
      {
        ...params,
        part: parts[name],
        tunnel: tunnelText(verdict, texts),
      },
    ),
    fix: state === "leak" || state === "unsure"
      ? code === "site_outside" || code === "public_dns"
        ? fixes[code]
        : fixes[name]
      : null,
  };
}
