import type { Facts } from "../facts.ts";
import { type Fields, fieldsOf, isMap } from "./fields.ts";
import {
  factsOfFlat,
  factsOfIpinfo,
  factsOfNested,
  isIpinfo,
} from "./shapes.ts";

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

/** Boolean fields of MaxMind's Anonymous IP and Enterprise files, DB-IP's and IPinfo's, by flag. */
const FIELDS = {
  hosting: ["is_hosting_provider", "is_hosting", "hosting"],
  vpn: ["is_anonymous_vpn", "is_vpn", "vpn"],
  proxy: [
    "is_public_proxy",
    "is_residential_proxy",
    "is_anonymous_proxy",
    "is_proxy",
    "proxy",
  ],
  tor: ["is_tor_exit_node", "is_tor", "tor"],
  relay: ["is_relay", "relay"],
  mobile: ["is_mobile"],
  satellite: ["is_satellite_provider", "is_satellite"],
};

/** Kinds of connections and anonymizers that records report. */
type Flag = keyof typeof FIELDS | "residential" | "commercial";

/** The flags that a record states; others are absent. */
type Flags = Readonly<Partial<Record<Flag, boolean>>>;

const FIELD_ENTRIES = Object.entries(FIELDS) as [Flag, string[]][];

/** Values of `user_type` and `connection_type`, in lower case. */
const TYPES: Readonly<Record<string, Flag>> = {
  hosting: "hosting",
  content_delivery_network: "hosting",
  cellular: "mobile",
  satellite: "satellite",
  residential: "residential",
  business: "commercial",
  corporate: "commercial",
};

/** The flags of a record, from its fields and those of its `traits`. */
function flagsOfFields(fields: Fields): Flags {
  const flags: Partial<Record<Flag, boolean>> = {};
  const traits = fieldsOf(fields.traits);
  for (const [flag, names] of FIELD_ENTRIES) {
    const value = anyOf(fields, traits, names);
    if (value !== undefined) flags[flag] = value;
  }
  for (const part of [fields, traits]) {
    addType(flags, part.connection_type);
    addType(flags, part.user_type);
  }
  return flags;
}

/** True if any of the fields is true; false if some are false and the others absent. */
function anyOf(
  fields: Fields,
  traits: Fields,
  names: readonly string[],
): boolean | undefined {
  let result: boolean | undefined;
  for (const name of names) {
    const value = toBoolean(fields[name]) ?? toBoolean(traits[name]);
    if (value) return true;
    result ??= value;
  }
  return result;
}

/** IPinfo uses `"true"`, and an empty string for false. */
function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === "true") return true;
  return value === "" || value === "false" ? false : undefined;
}

function addType(flags: Partial<Record<Flag, boolean>>, value: unknown): void {
  if (typeof value !== "string") return;
  const type = value.toLowerCase();
  if (Object.hasOwn(TYPES, type)) flags[TYPES[type]] = true;
}
