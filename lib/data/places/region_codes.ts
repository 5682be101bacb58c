import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { REGION_ALIASES } from "../../facts/region_facts.ts";
import { BoundedMap } from "../../core/cache.ts";
import { normalizeName } from "./place_names.ts";

/** Entries per cache generation; the data contains about 4,000 region names. */
const MAX_CACHED = 4_096;

/**
 * Countries in which ISO has reassigned codes since CLDR adopted them, so that
 * CLDR's English names belong to other regions.
 */
export const RENUMBERED: readonly string[] = ["IR", "MA", "UG"];

/** Words for kinds of regions, and articles, in the languages of the names. */
const KINDS =
  /\b(?:province|provincia|region|oblast|state|county|prefecture|governorate|district|department|departamento|urban|municipality|emirate|canton|division|republic|republika|respublika|krai|kray|territory|parish|capital|the|of|de|del|da|do|al|el|ad|ar|as|ash|an)\b/g;

/** Codes by name. Null if several regions share the name. */
type Names = Map<string, string | null>;

interface CountryIndex {
  readonly aliases: Names;
  /** First-level subdivisions, such as states or provinces. */
  readonly names: Names;
  /** The same names without the words of {@link KINDS}. */
  readonly cores: Names;
  /** Second-level subdivisions. Looked up last: Madrid is both a community and a province of it. */
  readonly lower: Names;
}

/** Finds ISO 3166-2 codes by name, using the package `iso-3166` and CLDR. */
export class RegionCodes {
  readonly #countries = new Map<string, CountryIndex>();
  readonly #cache = new BoundedMap<string, string | null>(MAX_CACHED);

  /**
   * The part of the code after the hyphen; undefined if the name is unknown or
   * ambiguous.
   *
   * @param countryCode ISO 3166-1 alpha-2, upper case
   * @param region in any spelling
   */
  codeOf(countryCode: string, region: string): string | undefined {
    return this.#cache.getOrInsertComputed(
      countryCode + region,
      () => this.#find(countryCode, region),
    ) ?? undefined;
  }

  #find(countryCode: string, region: string): string | null {
    const name = normalizeName(region);
    const core = coreOf(name);
    const { aliases, names, cores, lower } = this.#countries
      .getOrInsertComputed(countryCode, indexOf);
    for (
      const [table, key] of [
        [aliases, name],
        [names, name],
        [aliases, core],
        [cores, core],
        [lower, name],
      ] as const
    ) {
      const code = table.get(key);
      if (code !== undefined) return code;
    }
    return null;
  }
}

const english: Readonly<Record<string, string | undefined>> =
  cldr.subdivisions.localeDisplayNames.subdivisions;

/** CLDR's name without the ² or ³ of a name that another region has as well. */
function englishName(country: string, code: string): string | undefined {
  return RENUMBERED.includes(country)
    ? undefined
    : english[code.replace("-", "").toLowerCase()]?.replace(/[²³]/, "");
}

function indexOf(country: string): CountryIndex {
  const index: CountryIndex = {
    aliases: new Map(),
    names: new Map(),
    cores: new Map(),
    lower: new Map(),
  };
  for (const { code: full, name, parent } of iso31662) {
    if (!full.startsWith(`${country}-`)) continue;
    const code = full.slice(3);
    const spellings = new Set(
      [
        name,
        // "Navarra, Comunidad Foral de"
        name.split(",")[0],
        englishName(country, full) ?? name,
      ].map(normalizeName),
    );
    for (const spelling of spellings) {
      if (parent === country) {
        add(index.names, spelling, code);
        add(index.cores, coreOf(spelling), code);
      } else {
        add(index.lower, spelling, code);
        // Not without the kind: "Olomouc Region" is not the district Olomouc.
        add(index.lower, `${spelling} province`, code);
      }
    }
  }
  const aliases = Object.hasOwn(REGION_ALIASES, country)
    ? REGION_ALIASES[country].split(",")
    : [];
  for (const alias of aliases) {
    const [name, code] = alias.split("=");
    add(index.aliases, name, code);
  }
  return index;
}

function add(names: Names, name: string, code: string): void {
  const other = names.get(name);
  names.set(name, other === undefined || other === code ? code : null);
}

function coreOf(name: string): string {
  return name.replace(KINDS, " ").replace(/\s+/g, " ").trim() ||
    name;
}

/** Codes of Apple's list that ISO 3166-2 has not assigned. */
const ALIASES: Readonly<Record<string, string>> = {
  "GB-EN": "GB-ENG",
  "GB-NI": "GB-NIR",
  "GB-SC": "GB-SCT",
};

const subdivisions = new Map(iso31662.map((one) => [one.code, one]));

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
  const names = [englishName(countryCode, full) ?? iso, iso];
  const name = names.find((name) =>
    codes.codeOf(countryCode, name) === full.slice(3)
  );
  known.set(code, name);
  return name;
}
