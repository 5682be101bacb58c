import { BoundedMap } from "../core/cache.ts";
import type { DatabaseInfo } from "./geo_database.ts";
import { MmdbFile } from "./mmdb_file.ts";
import { readWhole } from "./update/durable_file.ts";
import type { IpAddress } from "../net/ip_address.ts";

/** Records kept in a generation. Bounded because strangers choose the addresses. */
const MAX_CACHED = 32_768;

/** One MaxMind DB file and what is made of its records, each made once as long as it is kept. */
export class GeoFile<Made> {
  readonly #file: MmdbFile;
  readonly #make: (record: unknown) => Made;
  readonly #made = new BoundedMap<number, Made>(MAX_CACHED);

  /** @param make reads a record, which may be of any shape */
  constructor(file: MmdbFile, make: (record: unknown) => Made) {
    this.#file = file;
    this.#make = make;
  }

  /**
   * What was made of the record of an address; undefined where there is none,
   * as for every IPv6 address in a file of IPv4 alone. The same object for
   * equal records: it must not be changed.
   *
   * @throws {Error} where the file is damaged
   */
  lookup(ip: IpAddress): Made | undefined {
    if (!this.#file.serves(ip.family)) return undefined;
    const id = this.#file.recordId(ip);
    if (id === 0) return undefined;
    let made = this.#made.get(id);
    if (made === undefined) {
      made = this.#make(this.#file.record(ip));
      this.#made.set(id, made);
    }
    return made;
  }
}

/**
 * Opens a database that the operator names.
 *
 * @throws {Error} with the path and the reason, where it cannot be read
 */
export async function openGeoFile(path: string): Promise<MmdbFile> {
  try {
    return MmdbFile.open(await readWhole(path));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use the database ${path}: ${why}`, { cause });
  }
}

type Terms = Pick<DatabaseInfo, "licence" | "attribution" | "url">;

/** The terms of the databases that anybody may have, by how their type begins, in lower case. */
const TERMS: readonly (readonly [RegExp, Terms])[] = [
  [/^geolite2/, {
    licence: "LicenseRef-GeoLite2-EULA",
    attribution: "This product includes GeoLite2 data created by MaxMind",
    url: "https://www.maxmind.com",
  }],
  [/^dbip-.*lite/, {
    licence: "CC-BY-4.0",
    attribution: "IP Geolocation by DB-IP",
    url: "https://db-ip.com",
  }],
  [/^ipinfo/, {
    licence: "CC-BY-SA-4.0",
    attribution: "IP address data powered by IPinfo",
    url: "https://ipinfo.io",
  }],
];

/** SPDX's word for terms that nobody has stated. */
const UNSTATED: Terms = { licence: "NOASSERTION", attribution: "", url: "" };

/** What a page that shows a file's data says of it; `attribution` and `url` are empty where the terms are not known. */
export function infoOfFile(
  { type, builtAt }: Pick<MmdbFile, "type" | "builtAt">,
): DatabaseInfo {
  const known = TERMS.find(([start]) => start.test(type.toLowerCase()));
  return { name: type, builtAt, ...(known ? known[1] : UNSTATED) };
}
