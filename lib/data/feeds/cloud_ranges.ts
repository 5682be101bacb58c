import * as z from "zod";
import { CLOUD_REGIONS } from "../../facts/region_facts.ts";
import type { Compiled, FeedDeps } from "./feed.ts";
import {
  compilePlaceRows,
  type GeofeedRow,
  parseGeofeedRow,
} from "./geofeed.ts";
import type { ParsedList } from "./prefix_file.ts";
import { readWholeText } from "./source_text.ts";

/** The largest file, AWS's, is about 3 MiB. */
const MAX_BYTES = 32 << 20;

const rows = <Row extends z.ZodType>(row: Row) => z.array(row).max(500_000);

const Google = z.object({
  creationTime: z.string().optional(),
  prefixes: rows(z.object({
    ipv4Prefix: z.string().optional(),
    ipv6Prefix: z.string().optional(),
    scope: z.string().optional(),
  })),
});

const awsRegion = {
  region: z.string().optional(),
  network_border_group: z.string().optional(),
};

const Aws = z.object({
  createDate: z.string().optional(),
  prefixes: rows(z.object({ ip_prefix: z.string(), ...awsRegion })),
  ipv6_prefixes: rows(z.object({ ipv6_prefix: z.string(), ...awsRegion })),
});

const Azure = z.object({
  values: rows(z.object({
    name: z.string().optional(),
    properties: z.object({
      region: z.string().optional(),
      addressPrefixes: rows(z.string()),
    }),
  })),
});

const Oracle = z.object({
  last_updated_timestamp: z.string().optional(),
  regions: rows(z.object({
    region: z.string(),
    cidrs: rows(z.object({ cidr: z.string() })),
  })),
});

/** The blocks in a published file of a cloud, and its build time as in {@link ParsedList}. */
interface CloudRanges {
  readonly blocks: readonly {
    readonly cidr: string;
    /** The name of its region; undefined if it is in none. */
    readonly region?: string;
  }[];
  readonly builtAt: number | null;
}

/**
 * Parses the service tags of Microsoft Azure. The prefixes of a region are listed
 * once for each service. The file does not state its date.
 *
 * @throws {Error} if it does not fit the format
 */
async function parseAzureTags(source: string): Promise<ParsedList> {
  const { values } = await read(source, Azure);
  const entries = new Set<string>();
  for (const { properties: { addressPrefixes } } of values) {
    for (const prefix of addressPrefixes) entries.add(prefix);
  }
  return { entries, builtAt: null };
}

/** Reads the blocks of the regions of Microsoft Azure. @throws {Error} if they do not fit the format */
async function readAzureRegions(
  source: string,
): Promise<Pick<CloudRanges, "blocks">> {
  const { values } = await read(source, Azure);
  // Other tags name a service, whose blocks are also among those of their regions.
  const tags = values.filter(({ name }) => name?.startsWith("AzureCloud."));
  return {
    blocks: tags.flatMap(({ properties: { region, addressPrefixes } }) =>
      addressPrefixes.map((cidr) => ({ cidr, region }))
    ),
  };
}

/** Reads the JSON format in which Google and most operators of crawlers publish their address ranges; a scope is a region. @throws {Error} if it does not fit the format */
async function readGoogleRanges(source: string): Promise<CloudRanges> {
  const { prefixes, creationTime } = await read(source, Google);
  return {
    blocks: prefixes.map(({ ipv4Prefix, ipv6Prefix, scope }) => ({
      cidr: ipv4Prefix ?? ipv6Prefix ?? "",
      region: scope,
    })),
    builtAt: utcOf(creationTime),
  };
}

/** Reads the `ip-ranges.json` of Amazon Web Services. @throws {Error} if it does not fit the format */
async function readAwsRanges(source: string): Promise<CloudRanges> {
  const { prefixes, ipv6_prefixes, createDate } = await read(source, Aws);
  const rows = [
    ...prefixes.map(({ ip_prefix: cidr, ...row }) => ({ cidr, ...row })),
    ...ipv6_prefixes.map(({ ipv6_prefix: cidr, ...row }) => ({ cidr, ...row })),
  ];
  return {
    // Local zones belong to a region, but can be in another country.
    blocks: rows.map(({ cidr, region, network_border_group: zone }) => ({
      cidr,
      region: zone === region ? region : undefined,
    })),
    builtAt: utcOf(createDate),
  };
}

/** Reads the `public_ip_ranges.json` of Oracle Cloud. @throws {Error} if it does not fit the format */
async function readOracleRanges(source: string): Promise<CloudRanges> {
  const { regions, last_updated_timestamp } = await read(source, Oracle);
  return {
    blocks: regions.flatMap(({ region, cidrs }) =>
      cidrs.map(({ cidr }) => ({ cidr, region }))
    ),
    builtAt: utcOf(last_updated_timestamp),
  };
}

async function read<Schema extends z.ZodType>(source: string, schema: Schema) {
  const text = await readWholeText(source, MAX_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error("it is not JSON", { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  throw new Error(`its ${path.join(".") || "root"}: ${message}`);
}

/** A time in UTC, `2026-11-20T23:00:00.000000` or `2026-11-20-23-00-00`, in milliseconds since the epoch, to the second; null for anything else. */
function utcOf(text = ""): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[T-](\d\d)[:-](\d\d)[:-](\d\d)/
    .exec(text);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A cloud that publishes the regions of its addresses. */
interface Cloud {
  readonly read: (source: string) => Promise<Pick<CloudRanges, "blocks">>;
  /** Its blocks as a list. */
  readonly parse: (source: string) => Promise<ParsedList>;
}

function cloud(read: (source: string) => Promise<CloudRanges>): Cloud {
  return {
    read,
    async parse(source) {
      const { blocks, builtAt } = await read(source);
      return { entries: blocks.map(({ cidr }) => cidr), builtAt };
    },
  };
}

export const CLOUDS: Readonly<Record<keyof typeof CLOUD_REGIONS, Cloud>> = {
  aws: cloud(readAwsRanges),
  google: cloud(readGoogleRanges),
  oracle: cloud(readOracleRanges),
  azure: { read: readAzureRegions, parse: parseAzureTags },
};

/**
 * Compiles a cloud's address ranges into a place table. A block without a region,
 * or with an unknown one, has no place.
 *
 * @throws {Error} as `compileGeofeed`
 */
export async function compileCloudPlaces(
  name: keyof typeof CLOUDS,
  isBogon: FeedDeps["isBogon"],
  source: string,
  target: string,
): Promise<Compiled> {
  const regions = CLOUD_REGIONS[name];
  const { blocks } = await CLOUDS[name].read(source);
  const rows = blocks.map(
    ({ cidr, region = "" }): GeofeedRow | null => {
      const place = Object.hasOwn(regions, region) ? regions[region] : "";
      return parseGeofeedRow([cidr, ...place.split(",")]);
    },
  );
  return await compilePlaceRows(rows, isBogon, target);
}
