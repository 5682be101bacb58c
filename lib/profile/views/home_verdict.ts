import type {
  AddressInWords,
  AddressTexts,
  DisguiseName,
  LineName,
} from "../../shared/texts/address.ts";
import type { Risk } from "../risk.ts";
import { hasTrait, type Known, type Shows } from "./home_values.ts";

/** What hides who is behind the address. */
const DISGUISES: readonly DisguiseName[] = ["vpn", "proxy", "tor"];

function lineOf(
  { lineType, isSatellite }: Risk,
  shows: Shows,
): LineName | null {
  if (!shows("networkType")) return null;
  if (lineType) return lineType;
  return isSatellite && shows("satellite") ? "satellite" : null;
}

/** A public address in one sentence, of the fields that are shown. */
export function homeVerdict(
  profile: Known,
  shows: Shows,
  texts: AddressTexts,
): string {
  const { facts, risk } = profile;
  const disguises = (wanted: boolean) =>
    DISGUISES.filter((kind) =>
      shows(kind) && hasTrait(profile, kind) === wanted
    );
  const address: AddressInWords = {
    line: lineOf(risk, shows),
    holder: (shows("organization") && facts.asnOrg) ||
      (shows("isp") && facts.isp) || null,
    city: shows("city") && facts.city || null,
    country: shows("country") && facts.country || null,
    seen: disguises(true),
    denied: disguises(false),
    confidence: shows("confidence") && risk.confidence > 0
      ? risk.confidence
      : null,
  };
  const { line, holder, city, country, seen, denied } = address;
  const isSilent = !(line || holder || city || country) &&
    seen.length + denied.length === 0;
  return isSilent ? unknown(shows, texts) : texts.verdict(address);
}

/** Where the operator hides one of them, it may well be known. */
function unknown(shows: Shows, texts: AddressTexts): string {
  const isAllShown =
    (["country", "city", "organization", "networkType"] as const)
      .every(shows);
  return isAllShown ? texts.nothingKnown : texts.somePublic;
}
