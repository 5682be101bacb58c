import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import { countryText, networkText } from "./place_text.ts";
import type { EgressReport } from "./report.ts";

/** The country an address is in, for a sentence: its code where it has no name; nothing where it is not known. */
export function countryOf(
  { places }: EgressReport,
  ip: string,
  texts: EgressTexts,
): string {
  const place = places[ip];
  return place ? countryText(place, texts) ?? place.countryCode ?? "" : "";
}

/** An address with what is known of it: `192.0.2.1 (AS64500 Example, Germany)`. */
export function addressText(
  report: EgressReport,
  ip: string,
  texts: EgressTexts,
): string {
  const place = report.places[ip];
  const known = place
    ? [networkText(place), countryOf(report, ip, texts)].filter((part) => part)
    : [];
  if (known.length === 0) return ip;
  const { address, comma } = texts.phrases;
  return fill(address, { ip, known: known.join(comma) });
}

/** Words as a list in a sentence: `a, b and c`. */
export function listText(
  words: readonly string[],
  { phrases: { listComma, listEnd } }: EgressTexts,
): string {
  const before = words.slice(0, -1).join(listComma);
  return [before, words.at(-1)].filter((part) => part).join(listEnd);
}
