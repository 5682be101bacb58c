import { continents, countries, type TContinentCode } from "countries-list";
import type { Facts } from "../profile/profile.ts";

export type CountryFacts = Pick<
  Facts,
  "country" | "continent" | "continentCode"
>;

/** Names a country and its continent by the country's ISO 3166-1 alpha-2 code, upper case. */
export function countryFacts(code: string): CountryFacts | undefined {
  if (!Object.hasOwn(countries, code)) return undefined;
  const { name, continent } = countries[code as keyof typeof countries];
  return {
    country: name,
    continent: continents[continent as TContinentCode],
    continentCode: continent,
  };
}

/** Adds the names of country and continent, where they are not said. */
export function withCountry(
  facts: Readonly<Partial<Facts>>,
): Partial<Facts> {
  const country = facts.countryCode && countryFacts(facts.countryCode);
  return country ? { ...country, ...facts } : { ...facts };
}
