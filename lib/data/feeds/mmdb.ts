import { MmdbFile } from "../mmdb_file.ts";
import type { Compiled } from "./feed.ts";
import { checkAsns, checkCountries } from "./known_addresses.ts";

/** A clock may be a little off. */
const DAY_MS = 86_400_000;

export interface MmdbOptions {
  readonly holds: "places" | "asns";
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Checks a MaxMind DB file and keeps it as it is.
 *
 * @throws {Error} where it does not open, lacks IPv6, is of the future, or has known addresses in the wrong place
 */
export async function compileMmdb(
  { holds, now }: MmdbOptions,
  source: string,
  target: string,
): Promise<Compiled> {
  const bytes = await Deno.readFile(source);
  const file = MmdbFile.open(bytes);
  if (!file.serves(6)) throw new Error("it holds no IPv6");
  if (file.builtAt > now() + DAY_MS) {
    throw new Error(`it says it is of ${new Date(file.builtAt).toISOString()}`);
  }
  if (holds === "places") checkCountries((ip) => countryOf(file.record(ip)));
  else checkAsns((ip) => asnOf(file.record(ip)));
  await Deno.rename(source, target);
  return { entries: file.nodeCount, builtAt: file.builtAt };
}

/** The country of a record: nested as of DB-IP and MaxMind, or flat as of ip-location-db and IPinfo. */
function countryOf(record: unknown): string | undefined {
  const { country, registered_country, country_code } = fieldsOf(record);
  const code = fieldsOf(country).iso_code ??
    fieldsOf(registered_country).iso_code ?? country_code ?? country;
  return typeof code === "string" ? code : undefined;
}

/** The AS number of a record: a number as of MaxMind, or text as of IPinfo ("AS15169"). */
function asnOf(record: unknown): number | undefined {
  const { autonomous_system_number, asn } = fieldsOf(record);
  const number = Number(
    String(autonomous_system_number ?? asn).replace(/^AS/, ""),
  );
  return Number.isInteger(number) ? number : undefined;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
