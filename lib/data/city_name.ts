/** The parts of a city's name. */
export interface CityName {
  city: string;
  district?: string;
}

/** A name and what stands in brackets at its end; the brackets may hold brackets in turn. */
const BRACKETED = /^(.*?\S)\s+\(((?:[^()]|\([^()]*\))+)\)$/;

/** In brackets, what tells towns of one name apart: it belongs to the name. */
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
 * Takes the district out of a name such as DB-IP City Lite writes it,
 * `San Jose (Tasman and Zanker)`; any other name is the city's, whole.
 */
export function splitCity(name: string): CityName {
  // Most names have no brackets, and this is on the way of every new record.
  const match = name.endsWith(")") ? BRACKETED.exec(name) : null;
  if (!match) return { city: name };
  const [, city, inner] = match;
  const district = inner.trim();
  if (!district || PART_OF_NAME.includes(district)) return { city: name };
  // "(historical)" says that a place is no more; "Gronau (Gronau)" says nothing.
  return district === "historical" || district === city
    ? { city }
    : { city, district };
}
