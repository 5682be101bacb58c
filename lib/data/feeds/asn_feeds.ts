import { encodeAsnClasses, parseAsn } from "../stored_lists.ts";
import { readCsvRows } from "./source_text.ts";
import type { Compiled, FeedDeps } from "./feed.ts";
import { type ParsedList, RowCounter } from "./prefix_file.ts";
import { numberOfIp, parseIp } from "../../net/ip_address.ts";
import { AsnTable } from "../networks/asn_table.ts";
import { type AsnRow, AsnTableBuilder } from "../networks/asn_table_build.ts";
import { cleanText } from "../../core/text.ts";
import { checkAsns } from "./database_checks.ts";

/** How a file of ranges and their autonomous systems is written, and in which column it has the names. */
const SHAPES = {
  /** iptoasn.com's `ip2asn-combined`: start, end, AS number, country, handle. */
  iptoasn: { csv: { delimiter: "\t", quote: null }, nameAt: 4 },
  /** DB-IP's `dbip-asn-lite`: start, end, AS number, name of the holder. */
  "dbip-asn": { csv: {}, nameAt: 3 },
} as const;

/**
 * Compiles a file of inclusive ranges into the table that `AsnTable` loads. AS number
 * 0 marks a range that nobody announces. Handles give way to the names of
 * `organizations`.
 *
 * @throws {Error} if too many rows are invalid, or known addresses have the wrong AS numbers
 */
export async function compileAsnRanges(
  shape: keyof typeof SHAPES,
  { organizations, now }: Pick<FeedDeps, "organizations" | "now">,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const { csv, nameAt } = SHAPES[shape];
  const known = shape === "iptoasn" ? await organizations() : new Map();
  const builder = new AsnTableBuilder();
  const names = new Map<number, string>();
  const count = new RowCounter();
  for await (const fields of readCsvRows(source, csv, signal)) {
    const row = rowOf(fields, nameAt);
    if (!count.add(row)) continue;
    if (row.asn === 0) continue;
    const org = names.getOrInsertComputed(
      row.asn,
      (asn) => known.get(asn) ?? cleanText(fields[nameAt]) ?? `AS${asn}`,
    );
    builder.add(row.family, { ...row, org });
  }
  count.check();
  const bytes = builder.bytes(now());
  const table = AsnTable.load(bytes);
  checkAsns((ip) => table.lookup(ip)?.asn);
  await Deno.writeFile(target, bytes);
  return { entries: builder.size, builtAt: null };
}

const NAME_COLUMNS = "asn,handle,description,country-code";

/**
 * Compiles ipverse's `as.csv` into a table without ranges that has the names of
 * autonomous systems.
 *
 * @throws {Error} if it has other columns, or too many rows are invalid or repeated
 */
export async function compileAsnNames(
  { now }: Pick<FeedDeps, "now">,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const builder = new AsnTableBuilder();
  const count = new RowCounter();
  const listed = new Set<number>();
  let hasHeader = false;
  for await (const fields of readCsvRows(source, {}, signal)) {
    if (!hasHeader) {
      if (fields.join() !== NAME_COLUMNS) {
        throw new Error(`its columns are not ${NAME_COLUMNS}`);
      }
      hasHeader = true;
      continue;
    }
    const asn = fields.length < 3 ? null : parseAsn(fields[0]);
    if (!count.add(asn)) continue;
    if (listed.has(asn)) {
      count.repeated++;
      continue;
    }
    listed.add(asn);
    const org = cleanText(fields[2]);
    if (org) builder.addName(asn, org);
  }
  count.check();
  await Deno.writeFile(target, builder.bytes(now()));
  return { entries: listed.size, builtAt: null };
}

type Row = Omit<AsnRow, "org"> & { readonly family: 4 | 6 };

function rowOf(fields: readonly string[], nameAt: number): Row | null {
  const [first, last, asn] = fields;
  const start = parseIp(first);
  const end = parseIp(last ?? "");
  if (!start || start.family !== end?.family || fields.length <= nameAt) {
    return null;
  }
  if (!/^\d{1,10}$/.test(asn) || Number(asn) > 0xffff_ffff) return null;
  return {
    family: start.family,
    start: numberOfIp(start),
    end: numberOfIp(end),
    asn: Number(asn),
  };
}

/**
 * Writes the distinct AS numbers of a list in the format that `loadAsns` reads.
 *
 * @throws {Error} if too many entries are not AS numbers
 */
export async function compileAsns(
  parse: (source: string) => Promise<ParsedList>,
  source: string,
  target: string,
): Promise<Compiled> {
  const { entries, builtAt } = await parse(source);
  const count = new RowCounter();
  const asns = new Map<number, string>();
  for (const entry of entries) {
    const asn = parseAsn(entry);
    if (!count.add(asn)) continue;
    if (asns.has(asn)) count.repeated++;
    asns.set(asn, "");
  }
  count.check();
  await Deno.writeFile(target, encodeAsnClasses(asns, builtAt ?? 0));
  return { entries: asns.size, builtAt };
}

/** Parses one `AS64500,"name"` per line, the format of bgp.tools' tags. */
export async function parseTaggedAsns(source: string): Promise<ParsedList> {
  const entries: string[] = [];
  for await (const [asn] of readCsvRows(source)) {
    if (asn !== "asn") entries.push(asn.trim());
  }
  return { entries, builtAt: null };
}

/**
 * Compiles bgp.tools' `asn,name,class[,cc]`, with that header line, into the format
 * that `AsnClasses` reads. Rows without a class, or of class "Unknown", are left
 * out.
 *
 * @throws {Error} if too many rows are invalid, or there are no classes or too many
 */
export async function compileAsnClasses(
  source: string,
  target: string,
): Promise<Compiled> {
  const count = new RowCounter();
  const classes = new Map<number, string>();
  const listed = new Set<number>();
  for await (const row of readCsvRows(source)) {
    if (row[0] === "asn") continue;
    const word = row[2]?.trim() ?? "";
    const isRow = row.length >= 3 && /^[\w &/-]{0,40}$/.test(word);
    const asn = isRow && parseAsn(row[0].trim());
    if (!count.add(asn)) continue;
    if (listed.has(asn)) count.repeated++;
    listed.add(asn);
    if (word && word !== "Unknown") classes.set(asn, word);
  }
  count.check();
  if (classes.size === 0) throw new Error("it has no classes");
  await Deno.writeFile(target, encodeAsnClasses(classes, 0));
  return { entries: classes.size, builtAt: null };
}
