import * as z from "zod";
import { isObject, parseJson } from "../../core/json.ts";
import { cidrContains, parseCidr } from "../../net/cidr.ts";
import { parseIp } from "../../net/ip_address.ts";
import type { ParsedList } from "./prefix_file.ts";
import { readLines, timeIn } from "./source_text.ts";

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
