import type { IpAddress } from "../net/ip_address.ts";
import type { Facts } from "./facts.ts";
import { BoundedMap } from "../core/cache.ts";
import { factsOfRecord } from "./records/geo_record.ts";
import type { MmdbFile } from "./mmdb_file.ts";

/** What a page that shows a database's data says of it. */
export interface DatabaseInfo {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  /** SPDX identifier. */
  readonly licence: string;
  /** The sentence the licence asks for; `url` is where it links to. */
  readonly attribution: string;
  readonly url: string;
}

/** Places kept in a generation, for each family. Bounded because strangers choose the addresses. */
const MAX_CACHED = 32_768;

const EMPTY: Readonly<Partial<Facts>> = Object.freeze({});

type Complete = (facts: Partial<Facts>) => Partial<Facts>;

/**
 * Geolocation from one file a family, or one file for both.
 *
 * Each file is opened when it is first waited for: the server can answer before
 * the large IPv6 file is in memory.
 */
export class GeoDatabase {
  readonly #open: Record<4 | 6, () => Promise<MmdbFile>>;
  readonly #loading: Partial<Record<4 | 6, Promise<void>>> = {};
  readonly #files: Partial<Record<4 | 6, MmdbFile>> = {};
  readonly #facts = {
    4: new BoundedMap<number, Partial<Facts>>(MAX_CACHED),
    6: new BoundedMap<number, Partial<Facts>>(MAX_CACHED),
  };

  readonly #complete: Complete;

  /** @param complete adds to the facts of a record what follows from them */
  constructor(
    open: { v4: () => Promise<MmdbFile>; v6: () => Promise<MmdbFile> },
    complete: Complete = (facts) => facts,
  ) {
    this.#complete = complete;
    this.#open = { 4: open.v4, 6: open.v6 };
  }

  /**
   * Resolves once addresses of the family can be looked up; rejects when its
   * file cannot be used. One that no descriptor was left for is opened anew when
   * it is next waited for: strangers can hold all of them for a while.
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
   * What the database says of an address; empty when nothing. The same object
   * for equal records as long as they are kept: it must not be changed.
   *
   * @throws {Error} while the family is not loaded, and where the file is damaged
   */
  lookup(ip: IpAddress): Readonly<Partial<Facts>> {
    const file = this.#files[ip.family];
    if (!file) throw new Error(`The IPv${ip.family} database is not loaded`);
    const id = file.recordId(ip);
    if (id === 0) return EMPTY;
    const known = this.#facts[ip.family];
    let facts = known.get(id);
    if (!facts) {
      facts = this.#complete(factsOfRecord(file.record(ip)));
      known.set(id, facts);
    }
    return facts;
  }

  async #load(family: 4 | 6): Promise<void> {
    const opened = await this.#open[family]();
    if (!opened.serves(family)) {
      throw new Error(`A database of type "${opened.type}" holds no IPv6`);
    }
    this.#files[family] = opened;
  }
}

/** Of the process, or of the whole system. */
function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    (error.code === "EMFILE" || error.code === "ENFILE");
}
