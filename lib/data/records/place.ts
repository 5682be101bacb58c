import { type CityName, splitCity } from "../city_name.ts";
import type { Facts } from "../facts.ts";
import { degreesOf } from "./fields.ts";

/** Adds a city by its name, which may hold the district; a district that is said wins. */
export function addCity(
  facts: Partial<Facts>,
  name: string | undefined,
  said?: string,
): void {
  const { city, district }: Partial<CityName> = name ? splitCity(name) : {};
  if (city) facts.city = city;
  const part = said ?? district;
  if (part) facts.district = part;
}

/** Adds coordinates where both are sound. */
export function addCoordinates(
  facts: Partial<Facts>,
  latitude: unknown,
  longitude: unknown,
): void {
  const north = degreesOf(latitude, 90);
  const east = degreesOf(longitude, 180);
  if (north === undefined || east === undefined) return;
  facts.latitude = north;
  facts.longitude = east;
}
