import { networkText } from "./place_text.ts";
import type { EgressReport } from "./report.ts";

/** Where an address is, for a sentence: `Germany`; nothing where that is not known. */
export function countryText({ places }: EgressReport, ip: string): string {
  return places[ip]?.country ?? places[ip]?.countryCode ?? "";
}

/** An address with what is known of it: `192.0.2.1 (AS64500 Example, Germany)`. */
export function addressText(report: EgressReport, ip: string): string {
  const place = report.places[ip];
  const known = place
    ? [networkText(place), countryText(report, ip)].filter((part) => part)
    : [];
  return known.length === 0 ? ip : `${ip} (${known.join(", ")})`;
}

/** Texts as a list in a sentence: `a, b and c`. */
export function listText(texts: readonly string[]): string {
  return texts.length < 2
    ? texts.join("")
    : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
