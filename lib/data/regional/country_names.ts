import { countries } from "countries-list";

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

/** The ISO 3166-1 alpha-2 code of a country by its name in Chinese or English; not of a group of countries. */
export function codeOfCountry(name: string): string | undefined {
  return (codes ??= compile()).get(name);
}

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
