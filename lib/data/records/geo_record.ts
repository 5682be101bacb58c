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

/** Fields that are maps in a nested record. */
const MAPS: readonly string[] = [
  "country",
  "traits",
  "location",
  "continent",
  "registered_country",
  "city",
];

/**
 * The facts in a record of a geolocation database. Detects its shape: nested
 * (MaxMind, DB-IP) or flat (IPinfo, ip-location-db). Fields that have the wrong
 * type or are out of range are left out: the file can come from any source.
 */
export function factsOfRecord(record: unknown): Partial<Facts> {
  const fields = fieldsOf(record);
  // Most records come from the bundled files, and only those have this field.
  if (typeof fields.state1 === "string") return factsOfFlat(fields);
  if (isNested(fields)) return factsOfNested(fields);
  return isIpinfo(fields) ? factsOfIpinfo(fields) : factsOfFlat(fields);
}

/** The flags in a record of any shape. */
export function flagsOfRecord(record: unknown): Flags {
  return flagsOfFields(fieldsOf(record));
}

function isNested(fields: Fields): boolean {
  return MAPS.some((name) => isMap(fields[name])) ||
    Array.isArray(fields.subdivisions);
}
