import { regionName } from "../language.ts";
import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import type { Place } from "./report.ts";

/** The country of a place: in English as its source calls it, else by its code; null where it is not known. */
export function countryText(
  { country, countryCode }: Place,
  { language }: EgressTexts,
): string | null {
  const translated = language === "en"
    ? null
    : regionName(countryCode ?? "", language);
  return (translated ?? country) || null;
}

/** Where a place is: `Falkenstein, Germany`; null where not even the country is known. */
export function placeText(place: Place, texts: EgressTexts): string | null {
  const town = place.city ?? place.region;
  const country = countryText(place, texts);
  if (!town || town === place.country) return country;
  return country === null ? town : fill(texts.phrases.place, { town, country });
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
