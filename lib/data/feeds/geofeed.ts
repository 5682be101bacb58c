import {
  type Cidr,
  cidrContains,
  lastAddress,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";
import { numberOfIp } from "../../net/ip_address.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import {
  compareBlocks,
  narrowest,
  type NumberedRange,
} from "../columns/narrowest.ts";
import { AddressRowsBuilder } from "../columns/range_rows_build.ts";
import type { Facts } from "../facts.ts";
import { PLACE_FORMAT } from "../places/place_table.ts";
import { PlacesBuilder } from "../places/place_table_build.ts";
import { countryFacts } from "../places/countries.ts";
import type { Compiled, FeedDeps } from "./feed.ts";
import { geofeedRegion } from "../places/region_codes.ts";
import { checkBlockSize, checkNotPrivate, RowCounter } from "./prefix_file.ts";
import { readCsvRows } from "./source_text.ts";

/** The largest known file, Apple's, has about 290,000. */
const MAX_ENTRIES = 1_000_000;

const MAX_CITY = 80;

/** A place of a geofeed; empty if the network does not say. */
export type GeofeedPlace = Readonly<
  Partial<Pick<Facts, "countryCode" | "region" | "city">>
>;

export interface GeofeedRow {
  readonly cidr: Cidr;
  readonly place: GeofeedPlace;
}

/**
 * Parses a row: prefix, country, region, city; further fields are ignored, because
 * RFC 8805 has deprecated the postal code. Null if the prefix or the country is
 * invalid. An unknown region and an implausible city are left out.
 */
export function parseGeofeedRow(
  [prefix, country = "", region = "", city = ""]: readonly string[],
): GeofeedRow | null {
  const parsed = parseCidr(prefix.trim());
  if (!parsed) return null;
  const cidr = unmapIpv4Cidr(parsed);
  const countryCode = country.trim().toUpperCase();
  // ZZ is what some networks write for "unknown".
  if (countryCode === "" || countryCode === "ZZ") return { cidr, place: {} };
  if (!countryFacts(countryCode)) return null;
  const place: Partial<Facts> = { countryCode };
  const name = geofeedRegion(countryCode, region.trim().toUpperCase());
  if (name) place.region = name;
  const town = city.trim();
  if (town && town.length <= MAX_CITY && !/\p{C}|[<>]/u.test(town)) {
    place.city = town;
  }
  return { cidr, place };
}

/**
 * Compiles a geofeed (RFC 8805) into a place table. The most specific row that
 * covers an address applies. If several rows are about one block, only what
 * they agree on is kept.
 *
 * @throws {Error} if a block is implausibly large or private, or too many rows are
 * invalid or repeated
 */
export async function compileGeofeed(
  { isBogon }: Pick<FeedDeps, "isBogon">,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  return await compilePlaceRows(readGeofeed(source, signal), isBogon, target);
}

async function* readGeofeed(source: string, signal?: AbortSignal) {
  const options = { comment: "#", comment_no_infix: true };
  for await (const fields of readCsvRows(source, options, signal)) {
    yield parseGeofeedRow(fields);
  }
}

const HARVEST_COLUMNS =
  "prefix,country,region,city,postal_code,rir,inetnum,url,fetched_at,signed,signature_valid,bgp_valid,confidence,flags";

/**
 * Compiles what GeoFeed Harvester has collected from the geofeeds that registrations
 * name, as {@link compileGeofeed} does. Only counts for the space whose registration
 * names the geofeed. Leaves out rows with flags: those that contradict others, or are
 * invalid in part.
 *
 * @throws {Error} as `compileGeofeed`, and if it has other columns
 */
export async function compileHarvest(
  { isBogon }: Pick<FeedDeps, "isBogon">,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  return await compilePlaceRows(
    readHarvest(source, signal),
    isBogon,
    target,
    true,
  );
}

async function* readHarvest(source: string, signal?: AbortSignal) {
  let hasHeader = false;
  for await (const fields of readCsvRows(source, {}, signal)) {
    if (!hasHeader) {
      if (fields.join() !== HARVEST_COLUMNS) {
        throw new Error(`its columns are not ${HARVEST_COLUMNS}`);
      }
      hasHeader = true;
      continue;
    }
    const [inetnum, flags] = [fields[6], fields[13]];
    const row = flags === undefined ? null : parseGeofeedRow(fields);
    if (!row) yield row;
    else if (flags === "" && isWithin(row.cidr, inetnum)) yield row;
  }
}

/** Whether a registration contains a block, and is not that of a whole registry. */
function isWithin(cidr: Cidr, registration: string): boolean {
  const parsed = parseCidr(registration);
  if (!parsed) return false;
  const { address, prefixLength } = parsed;
  return prefixLength >= (address.family === 4 ? 8 : 16) &&
    cidr.prefixLength >= prefixLength && cidrContains(parsed, cidr.address);
}

/**
 * Writes rows as a place table, as {@link compileGeofeed} does.
 *
 * @param all null for an invalid row
 * @param isHarvest whether the rows are of many networks: private space in one of
 * thousands of files is ignored
 */
export async function compilePlaceRows(
  all: AsyncIterable<GeofeedRow | null> | Iterable<GeofeedRow | null>,
  isBogon: FeedDeps["isBogon"],
  target: string,
  isHarvest = false,
): Promise<Compiled> {
  const count = new RowCounter();
  const blocks = new PlacedBlocks();
  for await (const row of all) {
    if (!count.add(row)) continue;
    if (!isHarvest) checkNotPrivate(row.cidr);
    if (isBogon(row.cidr)) continue;
    checkBlockSize(row.cidr);
    blocks.add(row);
    if (blocks.size > MAX_ENTRIES) {
      throw new Error(`it has over ${MAX_ENTRIES} entries`);
    }
  }
  const { bytes, entries } = blocks.encode();
  count.repeated = blocks.size - entries;
  count.check();
  if (entries === 0) throw new Error("it lists no public addresses");
  await Deno.writeFile(target, bytes);
  return { entries, builtAt: null };
}

function commonPlace(one: GeofeedPlace, other: GeofeedPlace): GeofeedPlace {
  const place: Partial<Facts> = {};
  for (const fact of ["countryCode", "region", "city"] as const) {
    if (one[fact] === undefined || one[fact] !== other[fact]) break;
    place[fact] = one[fact];
  }
  return place;
}

/** Blocks, each with the number of its place: large files have hundreds of thousands. */
export class PlacedBlocks {
  readonly #places = new PlacesBuilder();
  /** By number. */
  readonly #known: GeofeedPlace[] = [{}];
  readonly #blocks: Record<4 | 6, NumberedRange[]> = { 4: [], 6: [] };

  get size(): number {
    return this.#blocks[4].length + this.#blocks[6].length;
  }

  add({ cidr, place }: GeofeedRow): void {
    this.#blocks[cidr.address.family].push({
      start: numberOfIp(cidr.address),
      end: numberOfIp(lastAddress(cidr)),
      number: this.#numberOf(place),
    });
  }

  /**
   * The table that `PlaceTable` reads, and how many blocks it has. If several rows
   * are about one block, only what they agree on is kept.
   */
  encode(): { bytes: Uint8Array<ArrayBuffer>; entries: number } {
    const table = new AddressRowsBuilder();
    let entries = 0;
    for (const family of [4, 6] as const) {
      const blocks = this.#distinct(this.#blocks[family].sort(compareBlocks));
      entries += blocks.length;
      for (const range of narrowest(blocks)) table.add(family, range);
    }
    // A geofeed does not state its date.
    const bytes = encodeColumnFile(PLACE_FORMAT, 0, [
      ...table.columns(),
      ...this.#places.build(),
    ]);
    return { bytes, entries };
  }

  #distinct(sorted: readonly NumberedRange[]): NumberedRange[] {
    const distinct: NumberedRange[] = [];
    for (const block of sorted) {
      const last = distinct.at(-1);
      if (!last || compareBlocks(last, block) !== 0) distinct.push(block);
      else {
        const [one, other] = [last, block].map(({ number }) =>
          this.#known[number]
        );
        const number = this.#numberOf(commonPlace(one, other));
        distinct[distinct.length - 1] = { ...last, number };
      }
    }
    return distinct;
  }

  #numberOf(place: GeofeedPlace): number {
    const number = this.#places.numberOf(place);
    this.#known[number] ??= place;
    return number;
  }
}
