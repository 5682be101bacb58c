import type { HomeView } from "../../shared/home_view.ts";
import { bogonName } from "../bogons.ts";
import type { Facts, Profile } from "../profile.ts";
import type { LineType, Risk } from "../risk.ts";

// A flag is its country code in regional indicator letters (Unicode TR51).
function flagOf(countryCode: string | undefined): string {
  if (!countryCode || !/^[A-Z]{2}$/.test(countryCode)) return "";
  const base = 0x1f1e6 - "A".charCodeAt(0);
  return String.fromCodePoint(
    ...[...countryCode].map((letter) => base + letter.charCodeAt(0)),
  );
}

const LINES: Readonly<Record<LineType, string>> = {
  residential: "Residential line",
  commercial: "Business line",
  hosting: "Hosting address",
  mobile: "Mobile line",
};

function lineOf({ lineType, isSatellite }: Risk): string | null {
  if (lineType) return LINES[lineType];
  return isSatellite ? "Satellite line" : null;
}

/** What hides who is behind the address. Where nothing was seen, that need not mean that somebody looked. */
function disguisesOf({ isVpn, isProxy, isTor }: Risk): string[] {
  const seen = [isVpn && "VPN", isProxy && "proxy", isTor && "Tor exit"];
  return seen.filter((name) => name !== false);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function verdictOf({ ip, isBogon, facts, risk }: Profile): string {
  if (isBogon) {
    const block = bogonName(ip);
    return `Not an address of the public internet${
      block ? ` (${block})` : ""
    }.`;
  }
  const { asnOrg, city, country } = facts;
  const disguises = disguisesOf(risk);
  const place = [city, country].filter(Boolean).join(", ");
  if (!asnOrg && !place) return "Nothing is known of this address.";
  return [
    lineOf(risk) ?? "Address",
    asnOrg && `of ${asnOrg}`,
    place && `in ${place}`,
  ].filter(Boolean).join(" ") +
    (disguises.length > 0 ? `; ${disguises.join(" and ")} seen.` : ".");
}

function coordinatesOf({ latitude, longitude }: Partial<Facts>) {
  return latitude === undefined || longitude === undefined
    ? null
    : `${latitude}, ${longitude}`;
}

/** The home view of a profile. */
export function homeView(profile: Profile): HomeView {
  const { ip, facts, risk } = profile;
  return {
    ip: ip.text,
    family: ip.family,
    isPublic: !profile.isBogon,
    flag: flagOf(facts.countryCode),
    verdict: verdictOf(profile),
    rows: [
      { label: "Country", value: facts.country ?? null },
      { label: "Region", value: facts.region ?? null },
      { label: "City", value: facts.city ?? null },
      { label: "Time zone", value: facts.timezone ?? null },
      { label: "Coordinates", value: coordinatesOf(facts), mono: true },
      {
        label: "ASN",
        value: facts.asn === undefined ? null : `AS${facts.asn}`,
        mono: true,
      },
      { label: "Organization", value: facts.asnOrg ?? null },
      { label: "ISP", value: facts.isp ?? null },
      { label: "Route", value: facts.route ?? null, mono: true },
      { label: "Registry", value: facts.rir ?? null },
      { label: "Line", value: lineOf(risk) },
      {
        label: "VPN, proxy or Tor",
        value: capitalized(disguisesOf(risk).join(", ")) || null,
      },
      {
        label: "Confidence",
        value: risk.confidence > 0 ? `${risk.confidence} of 100` : null,
      },
      { label: "Reverse name", value: facts.hostname ?? null, mono: true },
    ],
  };
}
