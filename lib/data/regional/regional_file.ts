import { messageOf } from "../../core/errors.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { RunSource } from "../columns/runs.ts";
import type { Facts } from "../facts.ts";
import { recordCountries } from "../tree_runs.ts";
import { addCoordinates } from "../records/fields.ts";
import { SharedFiles } from "../shared_files.ts";
import { IpdbFile, type IpdbRecord } from "./ipdb.ts";
import { parseRegion, regionFacts } from "./region_facts.ts";
import { XdbFile } from "./xdb.ts";

/** A database of China's provinces and cities, in any supported format. */
export interface RegionalFile {
  /** Format and IP versions: `xdb-v4`, `ipdb-v4-v6`. */
  readonly type: string;
  readonly builtAt: number;
  /** The id of an address's record; 0 if it has none. */
  find(ip: IpAddress): number;
  /**
   * The facts in the record with an id from `find`.
   *
   * @throws {Error} if the file is damaged
   */
  facts(id: number): Partial<Facts>;
  /**
   * The addresses of a family by the `countryNumber` of their country; empty without
   * addresses of the family. Ranges that split an IPv6 /64 are left out.
   */
  countryRuns(family: 4 | 6): RunSource[];
}

/**
 * Opens an ip2region xdb file or an ipdb file, which it tells apart by content.
 * Do not change the bytes afterwards.
 *
 * @throws {Error} if the file is neither, or is truncated
 */
export function openRegionalFile(bytes: Uint8Array): RegionalFile {
  // An ipdb starts with a big-endian length below 65,536, so its first byte is
  // 0; an xdb starts with 2 or 3 in little-endian order.
  return bytes[0] === 0 ? ofIpdb(new IpdbFile(bytes)) : ofXdb(bytes);
}

/**
 * Opens a regional file that the operator configured.
 *
 * @throws {Error} with path and reason, if it cannot be read
 */
export async function readRegionalFile(
  path: string,
  files = new SharedFiles(),
): Promise<RegionalFile> {
  try {
    return openRegionalFile(await files.read(path));
  } catch (cause) {
    const why = messageOf(cause);
    throw new Error(`Cannot use the regional file ${path}: ${why}`, { cause });
  }
}

function ofXdb(bytes: Uint8Array): RegionalFile {
  const file = new XdbFile(bytes);
  const facts = (id: number) =>
    regionFacts(parseRegion(file.payload(id), file.structure));
  return {
    type: `xdb-v${file.family}`,
    builtAt: file.builtAt,
    find: (ip) => file.find(ip),
    facts,
    countryRuns: (family) =>
      family === file.family ? [file.runs(recordCountries(facts))] : [],
  };
}

function ofIpdb(file: IpdbFile): RegionalFile {
  const families = ([4, 6] as const).filter((family) => file.supports(family));
  const facts = (id: number) => factsOfIpdb(file.record(id));
  return {
    type: `ipdb-${families.map((family) => `v${family}`).join("-")}`,
    builtAt: file.builtAt,
    find: (ip) => file.find(ip),
    facts,
    countryRuns: (family) => file.runs(family, recordCountries(facts)),
  };
}

function factsOfIpdb(record: IpdbRecord): Partial<Facts> {
  const facts = regionFacts({
    country: record.country_name,
    countryCode: record.country_code,
    province: record.region_name,
    city: record.city_name,
    district: record.district_name,
    isp: record.isp_domain,
  });
  if (facts.countryCode) {
    addCoordinates(facts, record.latitude, record.longitude);
  }
  return facts;
}
