import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { RegionCodes, RENUMBERED } from "../places/region_codes.ts";

/** Codes of Apple's list that ISO 3166-2 has not assigned. */
const ALIASES: Readonly<Record<string, string>> = {
  "GB-EN": "GB-ENG",
  "GB-NI": "GB-NIR",
  "GB-SC": "GB-SCT",
};

const subdivisions = new Map(iso31662.map((one) => [one.code, one]));
const english: Readonly<Record<string, string | undefined>> =
  cldr.subdivisions.localeDisplayNames.subdivisions;

/** Names by code. Bounded by the number of codes: unknown ones are not added. */
const known = new Map<string, string | undefined>();
const codes = new RegionCodes();

/**
 * The English name of a region by its ISO 3166-2 code, or of the first-level
 * region that contains it. Undefined for an unknown code, for a code of another
 * country, and for a name that does not lead back to the code.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 * @param code upper case, `US-CA`
 */
export function geofeedRegion(
  countryCode: string,
  code: string,
): string | undefined {
  let subdivision = subdivisions.get(ALIASES[code] ?? code);
  if (!subdivision || !code.startsWith(`${countryCode}-`)) return undefined;
  if (known.has(code)) return known.get(code);
  // Other sources name first-level regions only.
  while (subdivision.parent !== countryCode) {
    const parent = subdivisions.get(subdivision.parent);
    if (!parent) return undefined;
    subdivision = parent;
  }
  const { code: full, name: iso } = subdivision;
  const names = RENUMBERED.includes(countryCode)
    ? [iso]
    : [english[full.replace("-", "").toLowerCase()] ?? iso, iso];
  const name = names.find((name) =>
    codes.codeOf(countryCode, name) === full.slice(3)
  );
  known.set(code, name);
  return name;
}
