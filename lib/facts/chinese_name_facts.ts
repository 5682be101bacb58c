import china from "../../facts/china_places.csv" with { type: "text" };
import cities from "../../facts/cities_zh.csv" with { type: "text" };
import countries from "../../facts/countries_zh.csv" with { type: "text" };
import providers from "../../facts/chinese_providers.csv" with { type: "text" };
import providerNames from "../../facts/providers_zh.csv" with { type: "text" };
import subdivisions from "../../facts/subdivisions_zh.csv" with {
  type: "text",
};
import { type FactRow, readFacts } from "./read_facts.ts";

const COUNTRY = /^[A-Z]{2}$/;
const SPELLINGS = /^[a-z]+(?: [a-z]+)*$/;

/** @throws {Error} with path and line number, if a row is invalid */
export function subdivisionRows(): FactRow<"country" | "code" | "name">[] {
  return readFacts("subdivisions_zh.csv", subdivisions, {
    country: COUNTRY,
    code: /^[A-Z0-9]{1,3}$/,
    name: /^\p{Script=Han}+(?:-\p{Script=Han}+)*$/u,
  }, ["country", "code"]);
}

/** @throws {Error} as `subdivisionRows` */
export function cityRows(): FactRow<"country" | "spellings" | "name">[] {
  return readFacts("cities_zh.csv", cities, {
    country: COUNTRY,
    spellings: SPELLINGS,
    name: /^\p{Script=Han}+$/u,
  }, ["country", "spellings"]);
}

/** The names of each country as one text, `key=name,key=name`, which is smaller in memory than a map. */
function byCountry<Column extends string>(
  rows: readonly FactRow<"country" | "name" | Column>[],
  key: Column,
): Readonly<Record<string, string>> {
  const lists: Record<string, string> = {};
  for (const { cells } of rows) {
    const before = Object.hasOwn(lists, cells.country)
      ? `${lists[cells.country]},`
      : "";
    lists[cells.country] = `${before}${cells[key]}=${cells.name}`;
  }
  return lists;
}

/** By country (ISO 3166-1 alpha-2), as `code=name,code=name`. */
export const SUBDIVISIONS_IN_CHINESE = byCountry(
  subdivisionRows(),
  "code",
);

/** By country (ISO 3166-1 alpha-2), as `spelling spelling=name,…`. */
export const CITIES_IN_CHINESE = byCountry(cityRows(), "spellings");

const PLACES = readFacts("china_places.csv", china, {
  province: COUNTRY,
  kind: /^(?:city|municipality|province)$/,
  name: /^\p{Script=Han}{2,4}$/u,
  spellings: SPELLINGS,
  english: /^(?:[A-Z][a-z]*(?:[' ][A-Za-z][a-z]*)*)?$/,
});

/** A line `province,kind,name,spellings,english` for each place, without empty lines. */
export const PLACES_OF_CHINA = PLACES
  .map(({ cells }) => Object.values(cells).join(",")).join("\n");

/** English names of providers by how their Chinese names begin, longer beginnings last. */
export const CHINESE_PROVIDERS: readonly (readonly [
  start: string,
  /** ISO 3166-1 alpha-2: only there; empty: anywhere. */
  country: string,
  english: string,
])[] = readFacts("chinese_providers.csv", providers, {
  start: /^\p{Script=Han}+$/u,
  country: /^(?:[A-Z]{2})?$/,
  english: /^[!-~]+(?: [!-~]+)*$/,
}, ["start"]).map(({ cells }) => [cells.start, cells.country, cells.english]);

/** Chinese names of countries that CLDR does not have, each with its ISO 3166-1 alpha-2 code. */
export const COUNTRIES_IN_CHINESE: readonly (readonly [
  name: string,
  code: string,
])[] = readFacts("countries_zh.csv", countries, {
  name: /^\p{Script=Han}+$/u,
  code: COUNTRY,
}, ["name"]).map(({ cells }) => [cells.name, cells.code]);

/** Chinese names of providers by how their names in routing tables begin, in lower case; longer beginnings last. */
export const PROVIDERS_IN_CHINESE: readonly (readonly [
  start: string,
  name: string,
])[] = readFacts("providers_zh.csv", providerNames, {
  start: /^[!-@[-~]+(?: [!-@[-~]+)*$/,
  name: /^\p{Script=Han}+$/u,
}, ["start"]).map(({ cells }) => [cells.start, cells.name]);
