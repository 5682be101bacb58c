/** Reads what networks publish about their own addresses, from files given by hand. */
import { CLOUD_REGIONS } from "../../lib/facts/region_facts.ts";
import { countryFacts } from "../../lib/data/places/countries.ts";
import type { Block } from "./samples.ts";

/** A published file: its blocks, with the country as far as it is stated. */
export interface Published {
  readonly name: string;
  readonly isHosting: boolean;
  readonly blocks: readonly PublishedBlock[];
}

interface PublishedBlock extends Block<string | undefined> {
  /** Who published it, in a file of several geofeeds. */
  readonly operator?: string;
}

interface Aws {
  prefixes: {
    ip_prefix: string;
    region: string;
    network_border_group: string;
  }[];
  ipv6_prefixes: {
    ipv6_prefix: string;
    region: string;
    network_border_group: string;
  }[];
}
interface Google {
  prefixes: { ipv4Prefix?: string; ipv6Prefix?: string; scope: string }[];
}
interface Azure {
  values: {
    name: string;
    properties: { region: string; addressPrefixes: string[] };
  }[];
}
interface Oracle {
  regions: { region: string; cidrs: { cidr: string }[] }[];
}

/** Reads a cloud's JSON file; the country is missing for a region that is none. */
function cloudBlocks(text: string): Block<string | undefined>[] {
  const file = JSON.parse(text) as Partial<Aws & Google & Azure & Oracle>;
  if (file.ipv6_prefixes) {
    const { prefixes, ipv6_prefixes } = file as Aws;
    // A local zone can be in another country than its region.
    const of = (region: string, zone: string) =>
      region === zone ? CLOUD_REGIONS.aws[region]?.slice(0, 2) : undefined;
    return [
      ...prefixes.map((row) => ({
        cidr: row.ip_prefix,
        value: of(row.region, row.network_border_group),
      })),
      ...ipv6_prefixes.map((row) => ({
        cidr: row.ipv6_prefix,
        value: of(row.region, row.network_border_group),
      })),
    ];
  }
  if (file.prefixes) {
    return (file as Google).prefixes.map((row) => ({
      cidr: row.ipv4Prefix ?? row.ipv6Prefix ?? "",
      value: CLOUD_REGIONS.google[row.scope]?.slice(0, 2),
    }));
  }
  if (file.regions) {
    return (file as Oracle).regions.flatMap(({ region, cidrs }) =>
      cidrs.map(({ cidr }) => ({
        cidr,
        value: CLOUD_REGIONS.oracle[region]?.slice(0, 2),
      }))
    );
  }
  if (!file.values) throw new Error("it is in no known format");
  return (file as Azure).values
    .filter(({ name }) => name.startsWith("AzureCloud."))
    .flatMap(({ properties: { region, addressPrefixes } }) =>
      addressPrefixes.map((cidr) => ({
        cidr,
        value: CLOUD_REGIONS.azure[region]?.slice(0, 2),
      }))
    );
}

/**
 * Reads a geofeed (RFC 8805), or a list whose lines contain a block. A file of several
 * geofeeds has a line `# OWNER/NAME` before each.
 */
function lineBlocks(text: string, hasCountries: boolean) {
  let operator: string | undefined;
  return text.split("\n").flatMap((line): PublishedBlock[] => {
    if (line.startsWith("#")) {
      operator = /^# ([^\s\/]+\/[^\s\/]+)$/.exec(line)?.[1] ?? operator;
      return [];
    }
    const fields = line.trim().split(",").map((field) => field.trim());
    const cidr = hasCountries ? fields[0] : fields.findLast(isBlock);
    const country = hasCountries && fields[1] && countryFacts(fields[1])
      ? fields[1]
      : undefined;
    return cidr ? [{ cidr, value: country, ...operator && { operator } }] : [];
  });
}

function isBlock(field: string): boolean {
  return /^[\da-f.:]+(?:\/\d+)?$/i.test(field);
}

/**
 * Reads the files of a folder: cloud/*.json, geofeeds/*.csv and, without places,
 * hosting/*.csv.
 */
export async function readPublished(folder: URL): Promise<Published[]> {
  const all: Published[] = [];
  for (const kind of ["cloud", "geofeeds", "hosting"] as const) {
    const inside = new URL(`${kind}/`, folder);
    const names: string[] = [];
    for await (const { name } of Deno.readDir(inside)) names.push(name);
    for (const name of names.sort()) {
      const text = await Deno.readTextFile(new URL(name, inside));
      all.push({
        name: name.replace(/\.\w+$/, ""),
        isHosting: kind !== "geofeeds",
        blocks: kind === "cloud"
          ? cloudBlocks(text)
          : lineBlocks(text, kind === "geofeeds"),
      });
    }
  }
  return all;
}
