import type { Place } from "./report.ts";

/** Where a place is: `Falkenstein, Germany`; null where not even the country is known. */
export function placeText({ city, region, country }: Place): string | null {
  const parts = [city ?? region, country].filter((part) => part);
  return parts.length === 0 ? null : [...new Set(parts)].join(", ");
}

/** Whose network it is: `AS24940 Hetzner Online GmbH`. */
export function networkText({ asn, organization }: Place): string | null {
  const parts = [asn === null ? "" : `AS${asn}`, organization];
  return parts.filter((part) => part).join(" ") || null;
}

/** The country's flag: its code in regional indicator letters (Unicode TR51). Nothing where there is none. */
export function flagText({ countryCode }: Place): string {
  if (!/^[A-Z]{2}$/.test(countryCode ?? "")) return "";
  return countryCode!.replace(
    /./g,
    (letter) => String.fromCodePoint(0x1f1e6 - 65 + letter.charCodeAt(0)),
  );
}
