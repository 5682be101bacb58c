import type { Facts } from "../facts.ts";
import { type Fields, fieldsOf, isMap } from "./fields.ts";
import { type Flags, flagsOfFields } from "./flags.ts";
import {
  factsOfFlat,
  factsOfIpinfo,
  factsOfNested,
  isIpinfo,
} from "./shapes.ts";

export type { Flag, Flags } from "./flags.ts";

/** Maps in a nested record. */
const MAPS: readonly string[] = [
  "country",
  "traits",
  "location",
  "continent",
  "registered_country",
  "city",
];

/**
 * Reads a record of a geolocation database by its shape: MaxMind's and DB-IP's
 * nested ones, the flat ones of IPinfo and of ip-location-db. A field of
 * another type or out of range is left out: the file may come from anywhere.
 */
export function factsOfRecord(record: unknown): Partial<Facts> {
  const fields = fieldsOf(record);
  // Most records are of the bundled files, which nothing else looks like.
  if (typeof fields.state1 === "string") return factsOfFlat(fields);
  if (isNested(fields)) return factsOfNested(fields);
  return isIpinfo(fields) ? factsOfIpinfo(fields) : factsOfFlat(fields);
}

/** What a record says of the kind of line and of disguises, whatever its shape. */
export function flagsOfRecord(record: unknown): Flags {
  return flagsOfFields(fieldsOf(record));
}

function isNested(fields: Fields): boolean {
  return MAPS.some((name) => isMap(fields[name])) ||
    Array.isArray(fields.subdivisions);
}
