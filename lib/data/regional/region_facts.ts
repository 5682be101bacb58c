import { countries } from "countries-list";
import { cleanText } from "../../core/text.ts";
import type { Facts } from "../facts.ts";
import { withMunicipality } from "../places/municipalities.ts";
import { englishNameOf, englishProvider } from "./china_names.ts";

/**
 * China's 34 first-level divisions: Chinese name without its suffix, and the part
 * of the ISO 3166-2:CN code after the hyphen (2025-11).
 */
const CODES: Readonly<Record<string, string>> = {
  安徽: "AH",
  北京: "BJ",
  重庆: "CQ",
  福建: "FJ",
  广东: "GD",
  甘肃: "GS",
  广西: "GX",
  贵州: "GZ",
  河南: "HA",
  湖北: "HB",
  河北: "HE",
  海南: "HI",
  香港: "HK",
  黑龙江: "HL",
  湖南: "HN",
  吉林: "JL",
  江苏: "JS",
  江西: "JX",
  辽宁: "LN",
  澳门: "MO",
  内蒙古: "NM",
  宁夏: "NX",
  青海: "QH",
  四川: "SC",
  山东: "SD",
  上海: "SH",
  陕西: "SN",
  山西: "SX",
  天津: "TJ",
  台湾: "TW",
  新疆: "XJ",
  西藏: "XZ",
  云南: "YN",
  浙江: "ZJ",
};

const KIND = /(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/;

/** The code of a province by its Chinese name, with or without a suffix such as 省, 市 or 自治区; undefined if it is unknown. */
export function provinceCode(name: string): string | undefined {
  const core = name.replace(KIND, "");
  return Object.hasOwn(CODES, core) ? CODES[core] : undefined;
}

/** Names that the Chinese files use and CLDR does not (ip2region 2020, qqwry 2026-09). */
const ALIASES: Readonly<Record<string, string>> = {
  阿联酋: "AE",
  波黑: "BA",
  孟加拉: "BD",
  孟加拉国: "BD",
  刚果金: "CD",
  刚果民主共和国: "CD",
  中非: "CF",
  中非共和国: "CF",
  刚果布: "CG",
  刚果共和国: "CG",
  多米尼加: "DO",
  多米尼加共和国: "DO",
  福克兰群岛: "FK",
  密克罗尼西亚: "FM",
  南乔治亚岛和南桑威奇群岛: "GS",
  圣马丁: "MF",
  马其顿: "MK",
  蒙塞拉特岛: "MS",
  留尼旺: "RE",
  留尼汪: "RE",
  法国南部领地: "TF",
  托克劳群岛: "TK",
  中国香港: "HK",
  中国澳门: "MO",
  中国台湾: "TW",
  瓦利斯和富图纳: "WF",
  瓦利斯和富图纳群岛: "WF",
};

let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country by its Chinese or English name; undefined for other names, including groups of countries. */
export function countryCodeByName(name: string): string | undefined {
  return (codes ??= compile()).get(name);
}

/** Whether a text is an assigned ISO 3166-1 alpha-2 code in upper case. */
export function isCountryCode(code: string): boolean {
  return Object.hasOwn(countries, code);
}

function compile(): Map<string, string> {
  const names = new Map(Object.entries(ALIASES));
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
export interface Region {
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
  if (countryCode && isCountryCode(countryCode)) return countryCode;
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
