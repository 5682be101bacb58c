import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { BoundedMap } from "./bounded_map.ts";
import { plainName } from "./plain_name.ts";
import { REGION_ALIASES } from "./region_aliases.ts";

/** Answers kept in a generation; the data names some 4,000 regions. */
const MAX_KEPT = 4_096;

/**
 * Countries whose codes ISO has given to other regions since CLDR took them
 * over: there CLDR's English names stand beside the wrong region.
 */
export const RENUMBERED: readonly string[] = ["IR", "MA", "UG"];

/** Words that say what kind of region it is, in the languages the names come in. */
const KINDS =
  /\b(?:province|provincia|region|oblast|state|county|prefecture|governorate|district|department|departamento|urban|municipality|emirate|canton|division|republic|republika|respublika|krai|kray|territory|parish|capital|the|of|de|del|da|do|al|el|ad|ar|as|ash|an)\b/g;

/** Codes by name. Null stands for a name that two regions share. */
type Names = Map<string, string | null>;

interface CountryIndex {
  readonly aliases: Names;
  /** The upper level: states, provinces, or whatever the country has. */
  readonly names: Names;
  /** The same without the words of {@link KINDS}. */
  readonly cores: Names;
  /** The level below, where there is one: Madrid is a community before it is a province. */
  readonly lower: Names;
}

/** ISO 3166-2 codes by name, from the packages `iso-3166` and CLDR. */
export class RegionCodes {
  readonly #countries = new Map<string, CountryIndex>();
  readonly #kept = new BoundedMap<string, string | null>(MAX_KEPT);

  /**
   * The part of the code behind the hyphen, or undefined when the name is not
   * known for certain.
   *
   * @param countryCode ISO 3166-1 alpha-2, upper case
   * @param region in any spelling
   */
  codeOf(countryCode: string, region: string): string | undefined {
    const key = countryCode + region;
    let code = this.#kept.get(key);
    if (code === undefined) {
      code = this.#find(countryCode, region);
      this.#kept.set(key, code);
    }
    return code ?? undefined;
  }

  #find(countryCode: string, region: string): string | null {
    let index = this.#countries.get(countryCode);
    if (!index) {
      index = indexOf(countryCode);
      this.#countries.set(countryCode, index);
    }
    const name = plainName(region);
    const core = coreOf(name);
    const { aliases, names, cores, lower } = index;
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

function indexOf(country: string): CountryIndex {
  const english: Readonly<Record<string, string>> = RENUMBERED.includes(country)
    ? {}
    : cldr.subdivisions.localeDisplayNames.subdivisions;
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
        english[full.replace("-", "").toLowerCase()] ?? name,
      ].map(plainName),
    );
    for (const spelling of spellings) {
      if (parent === country) {
        add(index.names, spelling, code);
        add(index.cores, coreOf(spelling), code);
      } else {
        add(index.lower, spelling, code);
        // Not by the core: "Olomouc Region" is not the district of that name.
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
