import type { Cidr } from "../../net/cidr.ts";
import type { Compiled } from "./feed.ts";
import {
  compilePlaceRows,
  type GeofeedRow,
  parseGeofeedRow,
} from "./geofeed.ts";
import {
  readAwsRanges,
  readAzureTags,
  readGoogleRanges,
} from "./prefix_formats.ts";

/**
 * The places of AWS regions as `country,region,city`, as precise as the region's
 * name, such as "Europe (Frankfurt)".
 */
export const AWS_REGIONS: Readonly<Record<string, string>> = {
  "af-south-1": "ZA,ZA-WC,Cape Town",
  "ap-east-1": "HK,,Hong Kong",
  "ap-east-2": "TW,TW-TPE,Taipei",
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
  "ap-southeast-6": "NZ,,",
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
  "eusc-de-east-1": "DE,DE-BB,",
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
 * The places of Google Cloud's regions, after cloud.google.com/about/locations
 * (2026-11). A few US regions are Google's own.
 */
export const GOOGLE_REGIONS: Readonly<Record<string, string>> = {
  "africa-south1": "ZA,ZA-GP,Johannesburg",
  "asia-east1": "TW,TW-CHA,",
  "asia-east2": "HK,,Hong Kong",
  "asia-northeast1": "JP,JP-13,Tokyo",
  "asia-northeast2": "JP,JP-27,Osaka",
  "asia-northeast3": "KR,KR-11,Seoul",
  "asia-south1": "IN,IN-MH,Mumbai",
  "asia-south2": "IN,IN-DL,Delhi",
  "asia-southeast1": "SG,,Singapore",
  "asia-southeast2": "ID,ID-JK,Jakarta",
  "australia-southeast1": "AU,AU-NSW,Sydney",
  "australia-southeast2": "AU,AU-VIC,Melbourne",
  "europe-central2": "PL,PL-14,Warsaw",
  "europe-north1": "FI,,Hamina",
  "europe-north2": "SE,SE-AB,Stockholm",
  "europe-southwest1": "ES,ES-MD,Madrid",
  "europe-west1": "BE,,Saint-Ghislain",
  "europe-west10": "DE,DE-BE,Berlin",
  "europe-west12": "IT,IT-21,Turin",
  "europe-west2": "GB,GB-ENG,London",
  "europe-west3": "DE,DE-HE,Frankfurt am Main",
  "europe-west4": "NL,NL-GR,Eemshaven",
  "europe-west6": "CH,CH-ZH,Zurich",
  "europe-west8": "IT,IT-25,Milan",
  "europe-west9": "FR,FR-IDF,Paris",
  "me-central1": "QA,,Doha",
  "me-central2": "SA,,Dammam",
  "me-west1": "IL,IL-TA,Tel Aviv",
  "northamerica-northeast1": "CA,CA-QC,Montreal",
  "northamerica-northeast2": "CA,CA-ON,Toronto",
  "northamerica-south1": "MX,,Querétaro",
  "southamerica-east1": "BR,BR-SP,Osasco",
  "southamerica-west1": "CL,,Santiago",
  "us-central1": "US,US-IA,Council Bluffs",
  "us-central2": "US,,",
  "us-east1": "US,US-SC,Moncks Corner",
  "us-east4": "US,US-VA,Ashburn",
  "us-east5": "US,US-OH,Columbus",
  "us-east7": "US,,",
  "us-south1": "US,US-TX,Dallas",
  "us-west1": "US,US-OR,The Dalles",
  "us-west2": "US,US-CA,Los Angeles",
  "us-west3": "US,US-UT,Salt Lake City",
  "us-west4": "US,US-NV,Las Vegas",
  "us-west8": "US,,",
};

/**
 * The places of Azure's regions, as Microsoft's list of regions (2026-11) names
 * them: often only a state or a country.
 */
export const AZURE_REGIONS: Readonly<Record<string, string>> = {
  australiacentral: "AU,AU-ACT,Canberra",
  australiacentral2: "AU,AU-ACT,Canberra",
  australiaeast: "AU,AU-NSW,",
  australiasoutheast: "AU,AU-VIC,",
  austriaeast: "AT,AT-9,Vienna",
  brazilne: "BR,,",
  brazilse: "BR,BR-RJ,Rio de Janeiro",
  brazilsouth: "BR,BR-SP,",
  canadacentral: "CA,CA-ON,Toronto",
  canadaeast: "CA,CA-QC,Quebec",
  centralfrance: "FR,FR-IDF,Paris",
  centralindia: "IN,IN-MH,Pune",
  centralus: "US,US-IA,",
  centraluseuap: "US,,",
  chilec: "CL,,Santiago",
  eastasia: "HK,,Hong Kong",
  eastus: "US,US-VA,",
  eastus2: "US,US-VA,",
  eastus2euap: "US,,",
  germanyn: "DE,DE-BE,Berlin",
  germanywc: "DE,DE-HE,Frankfurt am Main",
  indonesiacentral: "ID,ID-JK,Jakarta",
  israelcentral: "IL,,",
  israelnorthwest: "IL,,",
  italynorth: "IT,IT-25,Milan",
  japaneast: "JP,,",
  japanwest: "JP,JP-27,Osaka",
  jioindiacentral: "IN,IN-MH,Nagpur",
  jioindiawest: "IN,IN-GJ,Jamnagar",
  koreacentral: "KR,KR-11,Seoul",
  koreasouth: "KR,KR-26,Busan",
  malaysiasouth: "MY,,",
  malaysiawest: "MY,MY-14,Kuala Lumpur",
  mexicocentral: "MX,,",
  newzealandnorth: "NZ,NZ-AUK,Auckland",
  northcentralus: "US,US-IL,",
  northeurope: "IE,,",
  northeurope2: "IE,,",
  norwaye: "NO,,Oslo",
  norwayw: "NO,,Stavanger",
  polandcentral: "PL,PL-14,Warsaw",
  qatarcentral: "QA,,Doha",
  southafricanorth: "ZA,ZA-GP,Johannesburg",
  southafricawest: "ZA,ZA-WC,Cape Town",
  southcentralus: "US,US-TX,",
  southcentralus2: "US,,",
  southeastasia: "SG,,Singapore",
  southeastus: "US,,",
  southfrance: "FR,,Marseille",
  southindia: "IN,IN-TN,Chennai",
  spaincentral: "ES,ES-MD,Madrid",
  swedencentral: "SE,,Gävle",
  swedensouth: "SE,,",
  switzerlandn: "CH,CH-ZH,Zurich",
  switzerlandw: "CH,CH-GE,Geneva",
  taiwannorth: "TW,TW-TPE,Taipei",
  taiwannorthwest: "TW,,",
  uaecentral: "AE,AE-AZ,Abu Dhabi",
  uaenorth: "AE,AE-DU,Dubai",
  uksouth: "GB,GB-ENG,London",
  ukwest: "GB,GB-WLS,Cardiff",
  usstagec: "US,,",
  usstagee: "US,,",
  westcentralus: "US,US-WY,",
  westeurope: "NL,,",
  westindia: "IN,IN-MH,Mumbai",
  westus: "US,US-CA,",
  westus2: "US,US-WA,",
  westus3: "US,US-AZ,Phoenix",
};

/** A block of a cloud, and the name of its region; undefined if it is in none. */
export interface CloudBlock {
  readonly cidr: string;
  readonly region: string | undefined;
}

/** A cloud that publishes the regions of its addresses. */
export interface Cloud {
  /** `country,region,city` by the name of the region. */
  readonly regions: Readonly<Record<string, string>>;
  /** Reads the blocks of a published file. @throws {Error} if it does not fit the format */
  readonly read: (source: string) => Promise<CloudBlock[]>;
}

export const AWS: Cloud = {
  regions: AWS_REGIONS,
  // Local zones belong to a region, but can be in another country.
  async read(source) {
    const { prefixes, ipv6_prefixes } = await readAwsRanges(source);
    const regionOf = (
      { region, network_border_group: zone }:
        | typeof prefixes[number]
        | typeof ipv6_prefixes[number],
    ) => zone === region ? region : undefined;
    return [
      ...prefixes.map((row) => ({
        cidr: row.ip_prefix,
        region: regionOf(row),
      })),
      ...ipv6_prefixes.map((row) => ({
        cidr: row.ipv6_prefix,
        region: regionOf(row),
      })),
    ];
  },
};

export const GOOGLE: Cloud = {
  regions: GOOGLE_REGIONS,
  async read(source) {
    const { prefixes } = await readGoogleRanges(source);
    return prefixes.map(({ ipv4Prefix, ipv6Prefix, scope }) => ({
      cidr: ipv4Prefix ?? ipv6Prefix ?? "",
      region: scope,
    }));
  },
};

export const AZURE: Cloud = {
  regions: AZURE_REGIONS,
  // Other tags name a service, whose blocks are also among those of their regions.
  async read(source) {
    const { values } = await readAzureTags(source);
    return values.filter(({ name }) => name?.startsWith("AzureCloud."))
      .flatMap(({ properties: { region, addressPrefixes } }) =>
        addressPrefixes.map((cidr) => ({ cidr, region }))
      );
  },
};

/**
 * Compiles a cloud's address ranges into a place table. A block without a region,
 * or with an unknown one, has no place.
 *
 * @param isBogon blocks to ignore
 * @throws {Error} as `compileGeofeed`
 */
export async function compileCloudPlaces(
  { regions, read }: Cloud,
  isBogon: (cidr: Cidr) => boolean,
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
