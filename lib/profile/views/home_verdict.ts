import type { LineType, Risk } from "../risk.ts";
import { hasTrait, type Known, type Shows } from "./home_values.ts";

const LINES: Readonly<Record<LineType, string>> = {
  residential: "Residential line",
  commercial: "Business line",
  hosting: "Hosting address",
  mobile: "Mobile line",
};

/** What hides who is behind the address. */
const DISGUISES = [["vpn", "VPN"], ["proxy", "proxy"], [
  "tor",
  "Tor exit",
]] as const;

function lineOf({ lineType, isSatellite }: Risk, shows: Shows): string | null {
  if (!shows("networkType")) return null;
  if (lineType) return LINES[lineType];
  return isSatellite && shows("satellite") ? "Satellite line" : null;
}

/** What was seen; where nothing was, what somebody looked for in vain. */
function disguisesOf(profile: Known, shows: Shows): string | null {
  const named = (wanted: boolean) =>
    DISGUISES.filter(([kind]) =>
      shows(kind) && hasTrait(profile, kind) === wanted
    ).map(([, name]) => name);
  const seen = named(true);
  if (seen.length > 0) return `${joined(seen, "and")} seen`;
  const denied = named(false);
  return denied.length > 0 ? `no ${joined(denied, "or")} seen` : null;
}

function joined(names: string[], word: string): string {
  const last = names.at(-1);
  return names.length > 1
    ? `${names.slice(0, -1).join(", ")} ${word} ${last}`
    : `${last}`;
}

/** A public address in one sentence, of the fields that are shown. */
export function homeVerdict(profile: Known, shows: Shows): string {
  const { facts, risk } = profile;
  const holder = (shows("organization") && facts.asnOrg) ||
    (shows("isp") && facts.isp);
  const place = [
    shows("city") && facts.city,
    shows("country") && facts.country,
  ].filter(Boolean).join(", ");
  const line = lineOf(risk, shows);
  const disguises = disguisesOf(profile, shows);
  if (!line && !holder && !place && !disguises) return unknown(shows);
  const subject = [
    line ?? "Address",
    holder && `of ${holder}`,
    place && `in ${place}`,
  ].filter(Boolean).join(" ");
  const confidence = shows("confidence") && risk.confidence > 0 &&
    `confidence ${risk.confidence}`;
  return [subject, disguises, confidence].filter(Boolean).join("; ") + ".";
}

/** Where the operator hides one of them, it may well be known. */
function unknown(shows: Shows): string {
  const isAllShown =
    (["country", "city", "organization", "networkType"] as const)
      .every(shows);
  return isAllShown
    ? "Nothing is known of this address."
    : "An address of the public internet.";
}
