import { messageOf } from "../core/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Facts } from "./facts.ts";
import { isOutOfDescriptors } from "../core/async.ts";
import type { RunSource } from "./columns/runs.ts";
import type { MmdbFile } from "./mmdb_file.ts";
import type { PlaceTable } from "./places/place_table.ts";
import { SharedFiles } from "./shared_files.ts";

/** When data was downloaded, or last found to be the newest of its publisher. */
export interface Download {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether the data says when it was made. */
  readonly isDated: boolean;
}

/** Origin and license of a database, as shown on pages that use its data. */
export interface DatabaseInfo {
  readonly name: string;
  /** Milliseconds since the epoch; of undated data, that of the download. */
  readonly builtAt: number;
  /** Undefined for data that was not downloaded by `data update`. */
  readonly download?: Download;
  /** SPDX identifier. */
  readonly license: string;
  /** The attribution that the license requires; it links to `url`. */
  readonly attribution: string;
  readonly url: string;
  /**
   * Whether its maker says that the data "contains bugs", and that npm gets no more
   * updates (2026-06).
   */
  readonly isFaulty?: true;
}

/** A table of places by address. */
export type GeoRecords = Pick<
  PlaceTable,
  "countryRuns" | "factsOf" | "recordId" | "recordRuns" | "supports"
>;

const EMPTY: Readonly<Partial<Facts>> = Object.freeze({});

/**
 * Geolocation from one file per family, or one file for both.
 *
 * A file is opened at the first call of `loaded`, so the server can respond
 * before the large IPv6 file is in memory.
 */
export class GeoDatabase {
  readonly #open: Record<4 | 6, () => Promise<GeoRecords>>;
  readonly #loading: Partial<Record<4 | 6, Promise<void>>> = {};
  readonly #files: Partial<Record<4 | 6, GeoRecords>> = {};
  #lastIp: IpAddress | undefined;
  #lastFacts: Readonly<Partial<Facts>> = EMPTY;

  constructor(
    open: { v4: () => Promise<GeoRecords>; v6: () => Promise<GeoRecords> },
  ) {
    this.#open = { 4: open.v4, 6: open.v6 };
  }

  /**
   * Resolves once addresses of the family can be looked up; rejects if its file
   * cannot be used. If the process is out of file descriptors, which clients can
   * cause, the next call tries again.
   */
  loaded(family: 4 | 6): Promise<void> {
    return this.#loading[family] ??= this.#load(family).catch((error) => {
      if (isOutOfDescriptors(error)) delete this.#loading[family];
      throw error;
    });
  }

  isLoaded(family: 4 | 6): boolean {
    return this.#files[family] !== undefined;
  }

  /**
   * The facts about an address; empty if the database has none. Not cached: reading a
   * place from a table costs no more than finding it in a cache, whose objects are rarely
   * in the processor's own.
   *
   * @throws {Error} if the family is not loaded, or the file is damaged
   */
  lookup(ip: IpAddress): Readonly<Partial<Facts>> {
    // Several sources look up the same address one after another.
    if (ip !== this.#lastIp) {
      this.#lastFacts = this.#find(ip);
      this.#lastIp = ip;
    }
    return this.#lastFacts;
  }

  #find(ip: IpAddress): Readonly<Partial<Facts>> {
    const file = this.#files[ip.family];
    if (!file) throw new Error(`The IPv${ip.family} database is not loaded`);
    const id = file.recordId(ip);
    if (id === 0) return EMPTY;
    return file.factsOf(id);
  }

  /** Like that of {@link PlaceTable}. Loads the family if needed. */
  async countryRuns(family: 4 | 6): Promise<RunSource[]> {
    await this.loaded(family);
    return this.#files[family]!.countryRuns(family);
  }

  /** As {@link countryRuns}, by the id of the record. */
  async recordRuns(family: 4 | 6): Promise<RunSource[]> {
    await this.loaded(family);
    return this.#files[family]!.recordRuns(family);
  }

  async #load(family: 4 | 6): Promise<void> {
    const opened = await this.#open[family]();
    if (!opened.supports(family)) {
      throw new Error(`The database contains no IPv${family}`);
    }
    this.#files[family] = opened;
  }
}

/**
 * Opens a MaxMind DB file without copying it. The reader is loaded here: the
 * bundled databases have a format of their own, and do without it.
 *
 * @throws {Error} if the metadata is missing or invalid
 */
export async function openMmdb(
  bytes: Uint8Array,
): Promise<MmdbFile> {
  const { MmdbFile } = await import("./mmdb_file.ts");
  return MmdbFile.open(bytes);
}

/**
 * Opens a database that the operator configured.
 *
 * @throws {Error} with path and reason, if it cannot be read
 */
export async function openGeoFile(
  path: string,
  files = new SharedFiles(),
): Promise<MmdbFile> {
  try {
    return await openMmdb(await files.read(path));
  } catch (cause) {
    const why = messageOf(cause);
    throw new Error(`Cannot use the database ${path}: ${why}`, { cause });
  }
}

type Terms = Pick<DatabaseInfo, "license" | "attribution" | "url">;

/** Terms of freely available databases, by the start of their type in lower case. */
const TERMS: readonly (readonly [RegExp, Terms])[] = [
  [/^geolite2/, {
    license: "LicenseRef-GeoLite2-EULA",
    attribution: "This product includes GeoLite2 data created by MaxMind",
    url: "https://www.maxmind.com",
  }],
  [/^dbip-.*lite/, {
    license: "CC-BY-4.0",
    attribution: "IP Geolocation by DB-IP",
    url: "https://db-ip.com",
  }],
  [/^ipinfo/, {
    license: "CC-BY-SA-4.0",
    attribution: "IP address data powered by IPinfo",
    url: "https://ipinfo.io",
  }],
];

/** The SPDX identifier if the terms are not stated. */
const UNSTATED: Terms = { license: "NOASSERTION", attribution: "", url: "" };

/** Origin and license of a file; `attribution` and `url` are empty if its terms are unknown. */
export function databaseInfo(
  { type, builtAt }: Pick<MmdbFile, "type" | "builtAt">,
): DatabaseInfo {
  const known = TERMS.find(([start]) => start.test(type.toLowerCase()));
  return { name: type, builtAt, ...(known ? known[1] : UNSTATED) };
}
