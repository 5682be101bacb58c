import {
  type Cidr,
  cidrContains,
  formatCidr,
  lastAddress,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";
import { numberOfIp, wordsOfNumber } from "../../net/ip_address.ts";
import type { Facts } from "../facts.ts";
import { compilePlaceTable } from "../places/place_table_build.ts";
import { countryFacts } from "../places/countries.ts";
import type { Compiled } from "./feed.ts";
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

/** A row of a geofeed. */
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
 * @param isBogon blocks to ignore
 * @throws {Error} if a block is implausibly large or private, or too many rows are
 * invalid or repeated
 */
export async function compileGeofeed(
  isBogon: (cidr: Cidr) => boolean,
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
  isBogon: (cidr: Cidr) => boolean,
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
  isBogon: (cidr: Cidr) => boolean,
  target: string,
  isHarvest = false,
): Promise<Compiled> {
  const count = new RowCounter();
  const rows = new Map<string, GeofeedRow>();
  for await (const row of all) {
    if (!row) {
      count.invalid++;
      continue;
    }
    count.valid++;
    if (!isHarvest) checkNotPrivate(row.cidr);
    if (isBogon(row.cidr)) continue;
    checkBlockSize(row.cidr);
    const key = formatCidr(row.cidr);
    const other = rows.get(key);
    if (other) count.repeated++;
    const place = other ? commonPlace(other.place, row.place) : row.place;
    rows.set(key, { cidr: row.cidr, place });
    if (rows.size > MAX_ENTRIES) {
      throw new Error(`it has over ${MAX_ENTRIES} entries`);
    }
  }
  count.check();
  if (rows.size === 0) throw new Error("it lists no public addresses");
  await Deno.writeFile(target, encodeGeofeed([...rows.values()]));
  return { entries: rows.size, builtAt: null };
}

function commonPlace(one: GeofeedPlace, other: GeofeedPlace): GeofeedPlace {
  const place: Partial<Facts> = {};
  for (const fact of ["countryCode", "region", "city"] as const) {
    if (one[fact] === undefined || one[fact] !== other[fact]) break;
    place[fact] = one[fact];
  }
  return place;
}

/** Encodes the table that `PlaceTable.load` reads. Each block occurs once. */
export function encodeGeofeed(
  rows: readonly GeofeedRow[],
): Uint8Array<ArrayBuffer> {
  const blocksOf = (family: 4 | 6) =>
    rows.flatMap(({ cidr }, i) => {
      if (cidr.address.family !== family) return [];
      const start = numberOfIp(cidr.address);
      return [{ start, end: numberOfIp(lastAddress(cidr)), id: i + 1 }];
    });
  return compilePlaceTable({
    // A geofeed does not state its date.
    builtAt: 0,
    factsOf: (id) => ({ ...rows[id - 1].place }),
    forEachBlock({ v4, v6 }) {
      for (const { start, end, id } of flatten(blocksOf(4), 32n)) {
        v4(Number(start), Number(end), id);
      }
      for (const { start, end, id } of flatten(blocksOf(6), 128n)) {
        v6(wordsOfNumber(start), wordsOfNumber(end), id);
      }
    },
  });
}

interface Block {
  readonly start: bigint;
  readonly end: bigint;
  readonly id: number;
}

/**
 * Divides all addresses into ascending ranges, each with the id of the smallest
 * block that contains it, or 0. Blocks never overlap in part: they are CIDRs.
 */
function* flatten(blocks: Block[], bits: bigint): Generator<Block> {
  if (blocks.length === 0) return;
  blocks.sort((a, b) =>
    a.start < b.start ? -1 : a.start > b.start ? 1 : a.end > b.end ? -1 : 1
  );
  const open: Block[] = [{ start: 0n, end: (1n << bits) - 1n, id: 0 }];
  let at = 0n;
  for (const block of blocks) {
    yield* close(block.start);
    const { id } = open[open.length - 1];
    if (at < block.start) yield { start: at, end: block.start - 1n, id };
    at = block.start;
    open.push(block);
  }
  yield* close(1n << bits);

  function* close(before: bigint): Generator<Block> {
    for (;;) {
      const block = open.at(-1);
      if (!block || block.end >= before) return;
      if (at <= block.end) yield { start: at, end: block.end, id: block.id };
      at = block.end + 1n;
      open.pop();
    }
  }
}
