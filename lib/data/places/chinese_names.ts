import {
  CHINESE_PROVIDERS,
  CITIES_IN_CHINESE,
  PLACES_OF_CHINA,
  PROVIDERS_IN_CHINESE,
  SUBDIVISIONS_IN_CHINESE,
} from "../../facts/chinese_name_facts.ts";

/** Suffixes that may follow a name: 南京市, 延边朝鲜族自治州. */
const KIND =
  /^(?:省|市|盟|州|地区|林区|特别行政区|\p{Script=Han}*自治[州区])?$/u;

/** A place of `facts/china_places.csv`. */
interface ChinesePlace {
  /** The part of the ISO 3166-2:CN code after the hyphen. */
  readonly province: string;
  readonly kind: string;
  readonly name: string;
  /** In Latin letters: lower case, without diacritics, spaces and apostrophes. */
  readonly spellings: readonly string[];
  readonly english: string;
}

let compiled: {
  readonly byName: ReadonlyMap<string, ChinesePlace>;
  /** Names of cities by province and spelling: Suzhou is 苏州 in Jiangsu, and 宿州 in Anhui. */
  readonly cities: ReadonlyMap<string, string>;
  /** Codes of the first-level divisions by name. */
  readonly provinces: ReadonlyMap<string, string>;
} | undefined;

function compile(): NonNullable<typeof compiled> {
  const byName = new Map<string, ChinesePlace>();
  const cities = new Map<string, string>();
  const provinces = new Map<string, string>();
  for (const line of PLACES_OF_CHINA.split("\n")) {
    const [province, kind, name, spelled, english] = line.split(",");
    const spellings = spelled.split(" ");
    byName.set(name, { province, kind, name, spellings, english });
    if (kind !== "city") provinces.set(name, province);
    if (kind === "province") continue;
    for (const spelling of spellings) {
      const key = `${province} ${spelling}`;
      if (!cities.has(key)) cities.set(key, name);
    }
  }
  return { byName, cities, provinces };
}

function placeOf(name: string): ChinesePlace | undefined {
  const { byName } = compiled ??= compile();
  for (const end of ENDS) {
    const found = byName.get(name.slice(0, end));
    if (found && KIND.test(name.slice(end))) return found;
  }
}

/** Lengths of the names, longest first: 西双版纳 is a name, 西双 is not. */
const ENDS: readonly number[] = [4, 3, 2];

/**
 * The spellings of a Chinese province or city in Latin letters: lower case,
 * without diacritics, spaces and apostrophes. Empty if the name is unknown.
 *
 * @param name in Chinese, with or without a suffix such as 省, 市 or 自治州
 */
export function latinNamesOf(name: string): readonly string[] {
  return placeOf(name)?.spellings ?? [];
}

/**
 * The English name of a Chinese province or city; undefined if the name is
 * unknown.
 *
 * @param name in Chinese, with or without a suffix
 */
export function englishNameOf(name: string): string | undefined {
  const place = placeOf(name);
  if (!place) return undefined;
  const [latin] = place.spellings;
  return place.english || latin.charAt(0).toUpperCase() + latin.slice(1);
}

/**
 * The Chinese name of a city in China, without a suffix; undefined if the city
 * is unknown.
 *
 * @param english in any usual spelling; DB-IP uses both Taiyuan and Taiyuanshi
 * @param regionCode the part of the ISO 3166-2:CN code after the hyphen
 */
export function chineseNameOf(
  english: string,
  regionCode: string,
): string | undefined {
  const key = spellingOf(english);
  const { cities } = compiled ??= compile();
  return cities.get(`${regionCode} ${key}`) ??
    cities.get(`${regionCode} ${key.replace(/shi$/, "")}`);
}

function spellingOf(name: string): string {
  return name.normalize("NFD").toLowerCase().replace(/[^a-z]/g, "");
}

const PROVINCE_KIND = /(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/;

/**
 * The part of the ISO 3166-2:CN code after the hyphen of a province by its Chinese name,
 * with or without a suffix such as 省, 市 or 自治区; undefined if it is unknown.
 */
export function provinceCode(name: string): string | undefined {
  const { provinces } = compiled ??= compile();
  return provinces.get(name.replace(PROVINCE_KIND, ""));
}

/**
 * The English name of a provider by its name in a Chinese file. Drops notes that
 * the files append, as in 电信DNS服务器. Returns an unknown name unchanged.
 *
 * @param countryCode where the file says the address is
 */
export function englishProvider(name: string, countryCode: string): string {
  // The last one is the longest.
  const providerOf = (text: string, country: string) =>
    CHINESE_PROVIDERS.findLast(([start, where]) =>
      where === country && text.startsWith(start)
    );
  const known = providerOf(name, "") ??
    (countryCode === "CN"
      ? providerOf(name.replace(/^中国/, ""), "CN")
      : undefined);
  return known ? known[2] : name;
}

/**
 * The Chinese name of a provider; an unknown one is returned unchanged.
 *
 * @param name as routing tables have it: `CHINANET Guangdong province network`
 */
export function providerInChinese(name: string): string {
  const text = name.toLowerCase();
  // The last one is the longest. A beginning ends where a word does.
  const known = PROVIDERS_IN_CHINESE.findLast(([start]) =>
    text.startsWith(start) && !/[a-z0-9]/.test(text.charAt(start.length))
  );
  return known ? known[1] : name;
}

type Names = ReadonlyMap<string, string>;

/** A function that returns the names of a country: a map that is compiled once from a list `key key=name,…`. */
function namesByCountry(
  lists: Readonly<Record<string, string>>,
): (countryCode: string) => Names | undefined {
  const known = new Map<string, Names>();
  const compiled = (countryCode: string) =>
    new Map(
      lists[countryCode].split(",").flatMap((entry) => {
        const [keys, name] = entry.split("=");
        return keys.split(" ").map((key) => [key, name] as const);
      }),
    );
  return (countryCode) =>
    Object.hasOwn(lists, countryCode)
      ? known.getOrInsertComputed(countryCode, compiled)
      : undefined;
}

const subdivisionsOf = namesByCountry(SUBDIVISIONS_IN_CHINESE);
const citiesOf = namesByCountry(CITIES_IN_CHINESE);

/**
 * The Chinese name of a country's subdivision; undefined if it is not listed.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 * @param code the part of the ISO 3166-2 code after the hyphen, upper case
 */
export function subdivisionInChinese(
  countryCode: string,
  code: string,
): string | undefined {
  return subdivisionsOf(countryCode)?.get(code);
}

/**
 * The Chinese name of a large city outside mainland China; undefined if it is not
 * listed.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 * @param city in English, in any usual spelling
 */
export function cityInChinese(
  countryCode: string,
  city: string,
): string | undefined {
  return citiesOf(countryCode)?.get(spellingOf(city));
}
