/** The parts of a city's name. */
export interface CityName {
  city: string;
  district?: string;
}

/** A name followed by text in brackets, which may be nested once. */
const BRACKETED = /^(.*?\S)\s+\(((?:[^()]|\([^()]*\))+)\)$/;

/** Text in brackets that distinguishes towns of the same name, and so belongs to the name. */
const PART_OF_NAME: readonly string[] = [
  "Aller",
  "Allgau",
  "Elbe",
  "Hessen",
  "LU",
  "Oder",
  "Ruhr",
  "Saale",
  "Schwarzwald",
  "Sieg",
  "Taunus",
  "Unterweser",
  "Wumme",
];

/**
 * Separates the district from a name in the form of DB-IP City Lite,
 * `San Jose (Tasman and Zanker)`. Any other name is returned whole as the city.
 */
export function splitCity(name: string): CityName {
  // A shortcut: every new record passes through here, and most names have no brackets.
  const match = name.endsWith(")") ? BRACKETED.exec(name) : null;
  if (!match) return { city: name };
  const [, city, inner] = match;
  const district = inner.trim();
  if (!district || PART_OF_NAME.includes(district)) return { city: name };
  // "(historical)" marks a place that no longer exists, and "Gronau (Gronau)" is redundant.
  return district === "historical" || district === city
    ? { city }
    : { city, district };
}
