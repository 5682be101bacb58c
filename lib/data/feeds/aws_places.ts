import type { Cidr } from "../../net/cidr.ts";
import type { Compiled } from "./feed.ts";
import {
  compilePlaceRows,
  type GeofeedRow,
  parseGeofeedRow,
} from "./geofeed.ts";
import { readAwsRanges } from "./prefix_formats.ts";

/**
 * The places of AWS regions as `country,region,city`, as far as AWS names them in
 * the region's name, such as "Europe (Frankfurt)".
 */
export const AWS_REGIONS: Readonly<Record<string, string>> = {
  "af-south-1": "ZA,ZA-WC,Cape Town",
  "ap-east-1": "HK,,Hong Kong",
  "ap-northeast-1": "JP,JP-13,Tokyo",
  "ap-northeast-2": "KR,KR-11,Seoul",
  "ap-northeast-3": "JP,JP-27,Osaka",
  "ap-south-1": "IN,IN-MH,Mumbai",
  "ap-south-2": "IN,IN-TS,Hyderabad",
  "ap-southeast-1": "SG,,Singapore",
  "ap-southeast-2": "AU,AU-NSW,Sydney",
  "ap-southeast-3": "ID,ID-JK,Jakarta",
  "ap-southeast-4": "AU,AU-VIC,Melbourne",
  "ap-southeast-5": "MY,,",
  "ap-southeast-7": "TH,,",
  "ca-central-1": "CA,,",
  "ca-west-1": "CA,CA-AB,Calgary",
  "cn-north-1": "CN,CN-BJ,Beijing",
  "cn-northwest-1": "CN,CN-NX,",
  "eu-central-1": "DE,DE-HE,Frankfurt am Main",
  "eu-central-2": "CH,CH-ZH,Zurich",
  "eu-north-1": "SE,SE-AB,Stockholm",
  "eu-south-1": "IT,IT-25,Milan",
  "eu-south-2": "ES,,",
  "eu-west-1": "IE,,",
  "eu-west-2": "GB,GB-ENG,London",
  "eu-west-3": "FR,FR-IDF,Paris",
  "il-central-1": "IL,IL-TA,Tel Aviv",
  "me-central-1": "AE,,",
  "me-south-1": "BH,,",
  "mx-central-1": "MX,,",
  "sa-east-1": "BR,BR-SP,São Paulo",
  "us-east-1": "US,US-VA,",
  "us-east-2": "US,US-OH,",
  "us-gov-east-1": "US,,",
  "us-gov-west-1": "US,,",
  "us-west-1": "US,US-CA,",
  "us-west-2": "US,US-OR,",
};

/**
 * Compiles AWS's address ranges into a place table. Local zones, which belong to a
 * region but can be in another country, have no place; nor have unknown regions.
 *
 * @param isBogon blocks to ignore
 * @throws {Error} as `compileGeofeed`
 */
export async function compileAwsPlaces(
  isBogon: (cidr: Cidr) => boolean,
  source: string,
  target: string,
): Promise<Compiled> {
  const { prefixes, ipv6_prefixes } = await readAwsRanges(source);
  const rows: (GeofeedRow | null)[] = [
    ...prefixes.map(({ ip_prefix, ...zone }) => rowOf(ip_prefix, zone)),
    ...ipv6_prefixes.map(({ ipv6_prefix, ...zone }) =>
      rowOf(ipv6_prefix, zone)
    ),
  ];
  return await compilePlaceRows(rows, isBogon, target);
}

function rowOf(
  prefix: string,
  { region = "", network_border_group: zone }: {
    region?: string;
    network_border_group?: string;
  },
): GeofeedRow | null {
  const place = zone === region && Object.hasOwn(AWS_REGIONS, region)
    ? AWS_REGIONS[region]
    : "";
  return parseGeofeedRow([prefix, ...place.split(",")]);
}
