import { CLOUD_REGIONS, type CloudRegions } from "../../facts/region_facts.ts";
import type { Compiled, FeedDeps } from "./feed.ts";
import {
  compilePlaceRows,
  type GeofeedRow,
  parseGeofeedRow,
} from "./geofeed.ts";
import {
  readAwsRanges,
  readAzureTags,
  readGoogleRanges,
  readOracleRanges,
} from "./prefix_formats.ts";

/** A block of a cloud, and the name of its region; undefined if it is in none. */
interface CloudBlock {
  readonly cidr: string;
  readonly region: string | undefined;
}

/** A cloud that publishes the regions of its addresses. */
export interface Cloud {
  readonly regions: CloudRegions;
  /** Reads the blocks of a published file. @throws {Error} if it does not fit the format */
  readonly read: (source: string) => Promise<CloudBlock[]>;
}

export const AWS: Cloud = {
  regions: CLOUD_REGIONS.aws,
  // Local zones belong to a region, but can be in another country.
  async read(source) {
    const { prefixes, ipv6_prefixes } = await readAwsRanges(source);
    return [
      ...prefixes.map(({ ip_prefix: cidr, ...row }) => ({ cidr, ...row })),
      ...ipv6_prefixes.map(({ ipv6_prefix: cidr, ...row }) => ({
        cidr,
        ...row,
      })),
    ].map(({ cidr, region, network_border_group: zone }) => ({
      cidr,
      region: zone === region ? region : undefined,
    }));
  },
};

export const GOOGLE: Cloud = {
  regions: CLOUD_REGIONS.google,
  async read(source) {
    const { prefixes } = await readGoogleRanges(source);
    return prefixes.map(({ ipv4Prefix, ipv6Prefix, scope }) => ({
      cidr: ipv4Prefix ?? ipv6Prefix ?? "",
      region: scope,
    }));
  },
};

export const AZURE: Cloud = {
  regions: CLOUD_REGIONS.azure,
  // Other tags name a service, whose blocks are also among those of their regions.
  async read(source) {
    const { values } = await readAzureTags(source);
    return values.filter(({ name }) => name?.startsWith("AzureCloud."))
      .flatMap(({ properties: { region, addressPrefixes } }) =>
        addressPrefixes.map((cidr) => ({ cidr, region }))
      );
  },
};

export const ORACLE: Cloud = {
  regions: CLOUD_REGIONS.oracle,
  async read(source) {
    const { regions } = await readOracleRanges(source);
    return regions.flatMap(({ region, cidrs }) =>
      cidrs.map(({ cidr }) => ({ cidr, region }))
    );
  },
};

/**
 * Compiles a cloud's address ranges into a place table. A block without a region,
 * or with an unknown one, has no place.
 *
 * @throws {Error} as `compileGeofeed`
 */
export async function compileCloudPlaces(
  { regions, read }: Cloud,
  isBogon: FeedDeps["isBogon"],
  source: string,
  target: string,
): Promise<Compiled> {
  const rows = (await read(source)).map(
    ({ cidr, region = "" }): GeofeedRow | null => {
      const place = Object.hasOwn(regions, region) ? regions[region] : "";
      return parseGeofeedRow([cidr, ...place.split(",")]);
    },
  );
  return await compilePlaceRows(rows, isBogon, target);
}
