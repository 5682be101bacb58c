import type { IpAddress } from "../../net/ip_address.ts";
import type { Facts } from "../facts.ts";
import { addCoordinates } from "../records/fields.ts";
import { readWhole } from "../update/durable_file.ts";
import { IpdbFile, type IpdbRecord } from "./ipdb.ts";
import { factsOfRegion, regionOfText } from "./region_facts.ts";
import { XdbFile } from "./xdb.ts";

/** A file that knows the provinces and cities of China, of whatever format. */
export interface RegionalFile {
  /** Format and IP versions: `xdb-v4`, `ipdb-v4-v6`. */
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  /** A number that stands for what is said of an address, 0 for nothing. */
  find(ip: IpAddress): number;
  /**
   * What an id of `find` stands for.
   *
   * @throws {Error} where the file is damaged
   */
  facts(id: number): Partial<Facts>;
}

/**
 * Opens an ip2region xdb or an ipdb file, told apart by what they hold. The
 * bytes must not change afterwards.
 *
 * @throws {Error} when it is neither, or is cut short
 */
export function openRegionalFile(bytes: Uint8Array): RegionalFile {
  // An ipdb begins with a length below 65,536, whose first byte is 0, and with
  // JSON; an xdb with 2 or 3 in little endian.
  return bytes[0] === 0 ? ofIpdb(IpdbFile.open(bytes)) : ofXdb(bytes);
}

/**
 * Opens a regional file that the operator names.
 *
 * @throws {Error} with the path and the reason, where it cannot be read
 */
export async function readRegionalFile(path: string): Promise<RegionalFile> {
  try {
    return openRegionalFile(await readWhole(path));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use the regional file ${path}: ${why}`, { cause });
  }
}

function ofXdb(bytes: Uint8Array): RegionalFile {
  const file = XdbFile.open(bytes);
  return {
    type: `xdb-v${file.family}`,
    builtAt: file.builtAt,
    find: (ip) => file.find(ip),
    facts: (id) =>
      factsOfRegion(regionOfText(file.payload(id), file.structure)),
  };
}

function ofIpdb(file: IpdbFile): RegionalFile {
  const families = ([4, 6] as const).filter((family) => file.serves(family));
  return {
    type: `ipdb-${families.map((family) => `v${family}`).join("-")}`,
    builtAt: file.builtAt,
    find: (ip) => file.find(ip),
    facts: (id) => factsOfIpdb(file.record(id)),
  };
}

function factsOfIpdb(record: IpdbRecord): Partial<Facts> {
  const facts = factsOfRegion({
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
