import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import { addressText, listText } from "./address_text.ts";
import {
  distanceFromExits,
  isFamilyProbed,
  isKnownExit,
} from "./known_exits.ts";
import { isPublicAddress } from "./public_address.ts";
import type { EgressReport } from "./report.ts";
import type { Verdict } from "./verdict.ts";

/** Whether WebRTC gives addresses away that the other probes don't. */
export function webRtcVerdicts(
  report: EgressReport,
  texts: EgressTexts,
): Verdict[] {
  const { webRtc } = texts.verdicts;
  const { state, value = [] } = report.candidates;
  if (state === "none" && !report.isWithoutStun) {
    return [{ tone: "good", sentence: webRtc.nothing }];
  }
  if (state !== "found") return [];
  // A relay's address is the relay's own.
  const shown = value.filter(({ isHidden, type }) =>
    !isHidden && type !== "relay"
  );
  const ips = [...new Set(shown.map(({ address }) => address))];
  const open = ips.filter(isPublicAddress);
  const probed = open.filter((ip) => isFamilyProbed(report, ip));
  const unknown = probed.filter((ip) => !isKnownExit(report, ip));
  // Providers that share addresses among customers give one connection several.
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
