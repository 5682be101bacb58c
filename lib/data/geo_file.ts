import { BoundedMap } from "../core/cache.ts";
import type { DatabaseInfo } from "./geo_database.ts";
import type { MmdbFile } from "./mmdb_file.ts";
import { readWholeFile } from "./update/durable_file.ts";
import type { IpAddress } from "../net/ip_address.ts";

/** Decoded records per cache generation. Bounded because clients choose the addresses. */
const MAX_CACHED = 32_768;

/** A MaxMind DB file with a cache of decoded records. */
export class GeoFile<Value> {
  readonly #file: MmdbFile;
  readonly #decode: (record: unknown) => Value;
  readonly #cache = new BoundedMap<number, Value>(MAX_CACHED);

  /** @param decode converts a record, which may have any shape */
  constructor(file: MmdbFile, decode: (record: unknown) => Value) {
    this.#file = file;
    this.#decode = decode;
  }

  /**
   * The decoded record of an address; undefined if it has none, or the file does
   * not support its family. Addresses that share a record share the object while
   * it is cached: do not change it.
   *
   * @throws {Error} if the file is damaged
   */
  lookup(ip: IpAddress): Value | undefined {
    if (!this.#file.supports(ip.family)) return undefined;
    const id = this.#file.recordId(ip);
    if (id === 0) return undefined;
    let value = this.#cache.get(id);
    if (value === undefined) {
      value = this.#decode(this.#file.recordAt(id));
      this.#cache.set(id, value);
    }
    return value;
  }
}

/**
 * Opens a MaxMind DB file without copying it. The reader is loaded here: the
 * bundled databases have a format of their own, and do without it.
 *
 * @throws {Error} if the metadata is missing or invalid
 */
export async function openMmdb(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<MmdbFile> {
  const { MmdbFile } = await import("./mmdb_file.ts");
  return MmdbFile.open(bytes);
}

/**
 * Opens a database that the operator configured.
 *
 * @throws {Error} with path and reason, if it cannot be read
 */
export async function openGeoFile(path: string): Promise<MmdbFile> {
  try {
    return await openMmdb(await readWholeFile(path));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use the database ${path}: ${why}`, { cause });
  }
}

type Terms = Pick<DatabaseInfo, "licence" | "attribution" | "url">;

/** Terms of freely available databases, by the start of their type in lower case. */
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

/** The SPDX identifier if the terms are not stated. */
const UNSTATED: Terms = { licence: "NOASSERTION", attribution: "", url: "" };

/** Origin and licence of a file; `attribution` and `url` are empty if its terms are unknown. */
export function databaseInfo(
  { type, builtAt }: Pick<MmdbFile, "type" | "builtAt">,
): DatabaseInfo {
  const known = TERMS.find(([start]) => start.test(type.toLowerCase()));
  return { name: type, builtAt, ...(known ? known[1] : UNSTATED) };
}
