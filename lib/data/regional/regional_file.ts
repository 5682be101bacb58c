import { countries } from "countries-list";
import { messageOf } from "../../core/errors.ts";
import { cleanText } from "../../core/text.ts";
import { COUNTRIES_IN_CHINESE } from "../../facts/chinese_name_facts.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { RunSource } from "../columns/runs.ts";
import type { Facts } from "../facts.ts";
import { recordCountries } from "../tree_runs.ts";
import {
  englishNameOf,
  englishProvider,
  provinceCode,
} from "../places/chinese_names.ts";
import { withMunicipality } from "../places/place_names.ts";
import { addCoordinates } from "../records/fields.ts";
import { SharedFiles } from "../shared_files.ts";
import { IpdbFile, type IpdbRecord } from "./ipdb.ts";
import { XdbFile } from "./xdb.ts";

/** A database of China's provinces and cities, in any supported format. */
export interface RegionalFile {
  /** Format and IP versions: `xdb-v4`, `ipdb-v4-v6`. */
  readonly type: string;
  readonly builtAt: number;
  /** The id of an address's record; 0 if it has none. */
  find(ip: IpAddress): number;
  /**
   * The facts in the record with an id from `find`.
   *
   * @throws {Error} if the file is damaged
   */
  facts(id: number): Partial<Facts>;
  /**
   * The addresses of a family by the `countryNumber` of their country; empty without
   * addresses of the family. Ranges that split an IPv6 /64 are left out.
   */
  countryRuns(family: 4 | 6): RunSource[];
}

/**
 * Opens an ip2region xdb file or an ipdb file, which it tells apart by content.
 * Do not change the bytes afterwards.
 *
 * @throws {Error} if the file is neither, or is truncated
 */
export function openRegionalFile(bytes: Uint8Array): RegionalFile {
  // An ipdb starts with a big-endian length below 65,536, so its first byte is
  // 0; an xdb starts with 2 or 3 in little-endian order.
  return bytes[0] === 0 ? ofIpdb(new IpdbFile(bytes)) : ofXdb(bytes);
}

/**
 * Opens a regional file that the operator configured.
 *
 * @throws {Error} with path and reason, if it cannot be read
 */
export async function readRegionalFile(
  path: string,
  files = new SharedFiles(),
): Promise<RegionalFile> {
  try {
    return openRegionalFile(await files.read(path));
  } catch (cause) {
    const why = messageOf(cause);
    throw new Error(`Cannot use the regional file ${path}: ${why}`, { cause });
  }
}

function ofXdb(bytes: Uint8Array): RegionalFile {
  const file = new XdbFile(bytes);
  const facts = (id: number) =>
    regionFacts(parseRegion(file.payload(id), file.structure));
  return {
    type: `xdb-v${file.family}`,
    builtAt: file.builtAt,
    find: (ip) => file.find(ip),
    facts,
    countryRuns: (family) =>
      family === file.family ? [file.runs(recordCountries(facts))] : [],
  };
}

function ofIpdb(file: IpdbFile): RegionalFile {
  const families = ([4, 6] as const).filter((family) => file.supports(family));
  const facts = (id: number) => factsOfIpdb(file.record(id));
  return {
    type: `ipdb-${families.map((family) => `v${family}`).join("-")}`,
    builtAt: file.builtAt,
    find: (ip) => file.find(ip),
    facts,
    countryRuns: (family) => file.runs(family, recordCountries(facts)),
  };
}

function factsOfIpdb(record: IpdbRecord): Partial<Facts> {
  const facts = regionFacts({
    country: record.country_name,
    countryCode: record.country_code,
    province: record.region_name,
    city: record.city_name,
    district: record.district_name,
    isp: record.isp_domain,
  });
  if (facts.countryCode) {
    addCoordinates(facts, record.latitude, record.longitude);
  }
  return facts;
}

let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country by its Chinese or English name; undefined for other names, including groups of countries. */
function countryCodeByName(name: string): string | undefined {
  return (codes ??= compile()).get(name);
}

function compile(): Map<string, string> {
  const names = new Map(COUNTRIES_IN_CHINESE);
  for (const language of ["zh-Hans", "en"]) {
    const display = new Intl.DisplayNames(language, { type: "region" });
    for (const code of Object.keys(countries)) {
      const name = display.of(code);
      if (name) names.set(name, code);
    }
  }
  return names;
}

/** A region as named in the Chinese files. Empty text and `0` mean unknown. */
interface Region {
  /** Name in Chinese or English. */
  readonly country?: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string;
  readonly province?: string;
  readonly city?: string;
  readonly district?: string;
  readonly isp?: string;
}

/** Territories that the files list as provinces, but that have their own country codes. */
const TERRITORIES: readonly string[] = ["HK", "MO", "TW"];

/**
 * The facts about a region. Provinces, cities and providers in the tables have
 * their English names, all others the names as given. Empty without a country: the
 * files use other names for private and reserved addresses, and for continents.
 */
export function regionFacts(region: Region): Partial<Facts> {
  const province = known(region.province);
  const code = province && provinceCode(province);
  const stated = countryCodeOf(region);
  const isChina = stated === "CN";
  const countryCode = isChina && code && TERRITORIES.includes(code)
    ? code
    : stated;
  if (!countryCode) return {};
  const facts: Partial<Facts> = { countryCode };
  // "Hong Kong" as the region of Hong Kong is redundant.
  if (province && code !== countryCode) {
    facts.region = englishName(province, countryCode);
    if (isChina && code) facts.regionCode = code;
  }
  const city = known(region.city);
  if (city) facts.city = englishName(city, countryCode);
  const district = known(region.district);
  if (district) facts.district = district;
  const isp = known(region.isp);
  if (isp) facts.isp = englishProvider(isp, countryCode);
  return withMunicipality(facts);
}

function englishName(name: string, countryCode: string): string {
  const isChinese = countryCode === "CN" || TERRITORIES.includes(countryCode);
  return isChinese && englishNameOf(name) || name;
}

function countryCodeOf({ country, countryCode }: Region): string | undefined {
  if (countryCode && Object.hasOwn(countries, countryCode)) return countryCode;
  const name = known(country);
  if (!name) return undefined;
  const code = countryCodeByName(name);
  // Some files list Hong Kong, Macao and Taiwan as countries.
  return code ?? territoryOf(name);
}

function territoryOf(name: string): string | undefined {
  const code = provinceCode(name);
  return code && TERRITORIES.includes(code) ? code : undefined;
}

function known(value: string | undefined): string | undefined {
  const text = cleanText(value);
  return text === "0" ? undefined : text;
}

const CODE = /^[A-Z]{2}$/;

/**
 * Parses a payload of an ip2region file: `country|province|city|ISP|ISO2` in
 * structure 3, `country|area|province|city|ISP` in structure 2, with `0` for
 * unknown. The format allows any text, so if the last field contradicts the
 * structure, the field decides.
 */
export function parseRegion(text: string, structure: number): Region {
  const fields = text.split("|");
  const [country, second, third, fourth, last] = fields;
  if (fields.length < 5 || isNewLayout(country, last, structure)) {
    const countryCode = last && CODE.test(last) ? last : undefined;
    return { country, countryCode, province: second, city: third, isp: fourth };
  }
  return { country, province: third, city: fourth, isp: last };
}

function isNewLayout(
  country: string,
  last: string,
  structure: number,
): boolean {
  if (structure === 3) return last === "" || last === "0" || CODE.test(last);
  // Two letters can also be an ISP: KT in Korea (KR).
  return CODE.test(last) &&
    (countryCodeByName(country) === last ||
      country === "中国" && /^(?:HK|MO|TW)$/.test(last));
}
