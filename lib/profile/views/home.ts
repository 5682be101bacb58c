import type { HomeView } from "../../shared/home_view.ts";
import { bogonName } from "../bogons.ts";
import type { Facts, Profile } from "../profile.ts";

// A flag is its country code in regional indicator letters (Unicode TR51).
function flagOf(countryCode: string | undefined): string {
  if (!countryCode || !/^[A-Z]{2}$/.test(countryCode)) return "";
  const base = 0x1f1e6 - "A".charCodeAt(0);
  return String.fromCodePoint(
    ...[...countryCode].map((letter) => base + letter.charCodeAt(0)),
  );
}

function lineOf({ isHosting, isMobile }: Profile["risk"]): string {
  if (isHosting) return "Hosting address";
  if (isMobile) return "Mobile line";
  return "Address";
}

function verdictOf({ ip, isBogon, facts, risk }: Profile): string {
  if (isBogon) {
    const block = bogonName(ip);
    return `Not an address of the public internet${
      block ? ` (${block})` : ""
    }.`;
  }
  const { asnOrg, city, country } = facts;
  const place = [city, country].filter(Boolean).join(", ");
  if (!asnOrg && !place) return "Nothing is known of this address.";
  return [
    lineOf(risk),
    asnOrg && `of ${asnOrg}`,
    place && `in ${place}`,
  ].filter(Boolean).join(" ") + ".";
}

function coordinatesOf({ latitude, longitude }: Partial<Facts>) {
  return latitude === undefined || longitude === undefined
    ? null
    : `${latitude}, ${longitude}`;
}

/** The home view of a profile. */
export function homeView(profile: Profile): HomeView {
  const { ip, facts } = profile;
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
      { label: "Reverse name", value: facts.hostname ?? null, mono: true },
    ],
  };
}
