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
export function webRtcVerdicts(report: EgressReport): Verdict[] {
  const { state, value = [] } = report.candidates;
  if (state === "none" && !report.isWithoutStun) {
    return [{
      tone: "good",
      sentence: "WebRTC gives no address away.",
    }];
  }
  if (state !== "found") return [];
  // A relay's address is the relay's own.
  const shown = value.filter(({ isHidden, type }) =>
    !isHidden && type !== "relay"
  );
  const addresses = [...new Set(shown.map(({ address }) => address))];
  const open = addresses.filter(isPublicAddress);
  const inner = addresses.filter((ip) =>
    !isPublicAddress(ip) && !isKnownExit(report, ip)
  );
  return [...publicVerdicts(report, open), ...innerVerdicts(inner)];
}

function publicVerdicts(
  report: EgressReport,
  open: readonly string[],
): Verdict[] {
  if (open.length === 0) {
    if (report.isWithoutStun) return [];
    return [{ tone: "good", sentence: "WebRTC shows no public address." }];
  }
  const named = (ips: readonly string[]) =>
    listText(ips.map((ip) => addressText(report, ip)));
  const verdicts: Verdict[] = [];
  const alone = open.filter((ip) => !isFamilyProbed(report, ip));
  if (alone.length > 0) {
    verdicts.push({
      tone: "info",
      sentence: `WebRTC shows ${
        named(alone)
      }; no other probe found an exit to compare that with.`,
    });
  }
  const probed = open.filter((ip) => isFamilyProbed(report, ip));
  const unknown = probed.filter((ip) => !isKnownExit(report, ip));
  if (probed.length > 0 && unknown.length === 0) {
    verdicts.push({
      tone: "good",
      sentence: "WebRTC shows no public address that the other probes don't.",
    });
  }
  // Providers that share addresses among customers give one connection several.
  const isAtHome = (ip: string) => distanceFromExits(report, ip) === "same";
  const [near, far] = [
    unknown.filter(isAtHome),
    unknown.filter((ip) => !isAtHome(ip)),
  ];
  if (far.length > 0) {
    verdicts.push({
      tone: "bad",
      sentence: `WebRTC shows a public address that the other probes don't: ${
        named(far)
      }. Sites can see it, VPN or not.`,
    });
  }
  if (near.length > 0) {
    verdicts.push({
      tone: "warn",
      sentence: `WebRTC shows another public address of the same network: ${
        named(near)
      }.`,
    });
  }
  return verdicts;
}

function innerVerdicts(inner: readonly string[]): Verdict[] {
  if (inner.length === 0) return [];
  return [{
    tone: "info",
    sentence: `WebRTC shows inner addresses of this machine: ${
      listText(inner)
    }.`,
  }];
}
