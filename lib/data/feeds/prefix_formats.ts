import * as z from "zod";
import { isObject, parseJson } from "../../core/json.ts";
import { cidrContains, parseCidr } from "../../net/cidr.ts";
import { parseIp } from "../../net/ip_address.ts";
import type { ParsedList } from "./prefix_file.ts";
import { readLines, readWholeText, timeIn } from "./source_text.ts";

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

/** Reads the `ip-ranges.json` of Amazon Web Services. @throws {Error} if it does not fit the format */
export const readAwsRanges = (source: string) => read(source, Aws);

const Azure = z.object({
  values: rows(z.object({
    name: z.string().optional(),
    properties: z.object({
      region: z.string().optional(),
      addressPrefixes: rows(z.string()),
    }),
  })),
});

/** Reads the service tags of Microsoft Azure. @throws {Error} if they do not fit the format */
export const readAzureTags = (source: string) => read(source, Azure);

/** Reads the JSON format of Google, whose scope is the region of a block. @throws {Error} if it does not fit the format */
export const readGoogleRanges = (source: string) => read(source, Google);

const Oracle = z.object({
  last_updated_timestamp: z.string().optional(),
  regions: rows(z.object({
    region: z.string(),
    cidrs: rows(z.object({ cidr: z.string() })),
  })),
});

/** Reads the `public_ip_ranges.json` of Oracle Cloud. @throws {Error} if it does not fit the format */
export const readOracleRanges = (source: string) => read(source, Oracle);

/**
 * Parses the service tags of Microsoft Azure. The prefixes of a region are listed
 * once for each service. The file does not state its date.
 *
 * @throws {Error} if it does not fit the format
 */
export async function parseAzureTags(source: string): Promise<ParsedList> {
  const { values } = await readAzureTags(source);
  const entries = new Set<string>();
  for (const { properties: { addressPrefixes } } of values) {
    for (const prefix of addressPrefixes) entries.add(prefix);
  }
  return { entries, builtAt: null };
}

/** Parses the JSON format in which Google and most operators of crawlers publish their address ranges. @throws {Error} if it does not fit the format */
export async function parseGoogleRanges(source: string): Promise<ParsedList> {
  const { prefixes, creationTime } = await readGoogleRanges(source);
  return {
    entries: prefixes.map(({ ipv4Prefix, ipv6Prefix }) =>
      ipv4Prefix ?? ipv6Prefix ?? ""
    ),
    builtAt: utcOf(creationTime),
  };
}

/** Parses the `ip-ranges.json` of Amazon Web Services. @throws {Error} if it does not fit the format */
export async function parseAwsRanges(source: string): Promise<ParsedList> {
  const { prefixes, ipv6_prefixes, createDate } = await readAwsRanges(source);
  return {
    entries: [
      ...prefixes.map(({ ip_prefix }) => ip_prefix),
      ...ipv6_prefixes.map(({ ipv6_prefix }) => ipv6_prefix),
    ],
    builtAt: utcOf(createDate),
  };
}

/** Parses the `public_ip_ranges.json` of Oracle Cloud. @throws {Error} if it does not fit the format */
export async function parseOracleRanges(source: string): Promise<ParsedList> {
  const { regions, last_updated_timestamp } = await readOracleRanges(source);
  return {
    entries: regions.flatMap(({ cidrs }) => cidrs.map(({ cidr }) => cidr)),
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

/**
 * Parses one address or CIDR per line, with `#` and `;` comments. The header of a
 * FireHOL list contains the date of its source; other lists have none.
 */
export async function parsePlainList(source: string): Promise<ParsedList> {
  const entries: string[] = [];
  let builtAt: number | null = null;
  for await (const lines of readLines(source)) {
    for (const line of lines) {
      builtAt = timeIn(line, /^#\s*Source File Date\s*:(.{8,40})$/) ?? builtAt;
      const entry = line.split(/[#;]/, 1)[0].trim();
      if (entry) entries.push(entry);
    }
  }
  return { entries, builtAt };
}

const CENSUS_COLUMNS = "prefix,number_of_sites,backing_prefix";

/**
 * Parses the anycast census of LACeS: a block and the number of its sites in each
 * row. The routes beside them have terms of their own, and are not read.
 *
 * @throws {Error} if it has other columns
 */
export async function parseAnycastCensus(source: string): Promise<ParsedList> {
  const entries: string[] = [];
  let hasHeader = false;
  for await (const lines of readLines(source)) {
    for (const line of lines) {
      if (hasHeader) {
        const [prefix, sites] = line.split(",");
        // A block with one site is not anycast: its line counts as invalid.
        if (line) entries.push(Number(sites) > 1 ? prefix : line);
      } else if (line === CENSUS_COLUMNS) hasHeader = true;
      else throw new Error(`its columns are not ${CENSUS_COLUMNS}`);
    }
  }
  return { entries, builtAt: null };
}

/** The narrowest announcements that routers accept. */
const NARROWEST_ROUTE = { 4: 24, 6: 48 };

/**
 * Parses bgp.tools' list of anycast routes: a prefix, and the address in it that was
 * measured. Only the smallest route around that address counts: Google announces whole
 * /11s everywhere, and assigns most of their addresses to one region each.
 */
export async function parseAnycatch(source: string): Promise<ParsedList> {
  const entries: string[] = [];
  for await (const lines of readLines(source)) {
    for (const line of lines) {
      const [prefix, address] = line.split(",");
      const route = parseCidr(prefix);
      const ip = parseIp(address ?? "");
      // The line itself counts as invalid.
      if (!route || !ip || !cidrContains(route, ip)) entries.push(line);
      else {
        const narrowest = NARROWEST_ROUTE[ip.family];
        entries.push(`${address}/${Math.max(route.prefixLength, narrowest)}`);
      }
    }
  }
  return { entries, builtAt: null };
}

/** Lines of a block that contain no address. */
const OTHER_LINES = /^(?:ExitNode|Published|LastStatus) /;

/**
 * Parses TorDNSEL's exit list: blocks of `ExitNode fingerprint`, `Published`,
 * `LastStatus` and any number of `ExitAddress address date time`, in UTC. The
 * build time is that of the newest measurement.
 */
export async function parseExitAddresses(source: string): Promise<ParsedList> {
  const entries: string[] = [];
  let builtAt: number | null = null;
  for await (const lines of readLines(source)) {
    for (const line of lines) {
      const exit = /^ExitAddress (\S+) (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/
        .exec(line);
      if (exit) {
        const seenAt = Date.parse(`${exit[2]}T${exit[3]}Z`);
        if (seenAt > (builtAt ?? 0)) builtAt = seenAt;
        entries.push(exit[1]);
      } else if (!OTHER_LINES.test(line)) entries.push(line);
    }
  }
  return { entries, builtAt };
}

const Metadata = z.object({
  type: z.literal("metadata"),
  /** Seconds since the epoch. */
  timestamp: z.int().positive().max(0xffff_ffff),
  records: z.int().nonnegative().optional(),
});

/**
 * Parses a Spamhaus DROP file: one JSON object per line with the entry under
 * `key`, and metadata in the last line.
 *
 * @throws {Error} if the download is truncated: the metadata is missing, or counts more records
 */
export async function parseSpamhaus(
  source: string,
  key: "cidr" | "asn",
): Promise<ParsedList> {
  const entries: string[] = [];
  let metadata: z.infer<typeof Metadata> | undefined;
  for await (const lines of readLines(source)) {
    for (const line of lines) {
      const value = parseJson(line);
      const row = isObject(value) ? value : undefined;
      if (row?.type === "metadata") metadata = metadataOf(row);
      // Unreadable lines are passed on: the caller counts them as invalid.
      else entries.push(row && key in row ? String(row[key]) : line);
    }
  }
  if (!metadata) throw new Error("it has no metadata line at its end");
  const { records = 0, timestamp } = metadata;
  if (records > entries.length) {
    throw new Error(`it has only ${entries.length} of ${records} records`);
  }
  return { entries, builtAt: timestamp * 1000 };
}

function metadataOf(row: Record<string, unknown>) {
  const { data, error } = Metadata.safeParse(row);
  if (error) throw new Error("its metadata has no valid time");
  return data;
}
