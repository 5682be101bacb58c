import { parse } from "csv-parse/sync";
import { byteText } from "../core/text.ts";
import { type Cidr, formatCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { networkAddressV4, networkAddressV6 } from "../net/prefix.ts";
import type { Facts } from "./facts.ts";
import { parseGeofeedRow } from "./feeds/geofeed.ts";
import type { CompletePlace } from "./places/countries.ts";

const LABEL_TYPES = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
  "satellite",
  "vpn",
  "proxy",
] as const;

/** What the operator states about the addresses of a block. */
export interface Label {
  /** The place, `label` and `note`. */
  readonly facts: Readonly<Partial<Facts>>;
  readonly type?: typeof LABEL_TYPES[number];
}

export interface LabelRow extends Label {
  readonly cidr: Cidr;
}

/** The labels of one prefix length, by the key of their block. */
interface Level {
  readonly prefixLength: number;
  readonly labels: ReadonlyMap<number | string, Label>;
}

/** The operator's labels. The narrowest block that contains an address counts. */
export class LabelTable {
  /** The narrowest blocks first. */
  readonly #levels: Readonly<Record<4 | 6, readonly Level[]>>;

  /** @param rows with distinct blocks */
  constructor(rows: readonly LabelRow[]) {
    this.#levels = { 4: levels(rows, 4), 6: levels(rows, 6) };
  }

  find(ip: IpAddress): Label | undefined {
    for (const { prefixLength, labels } of this.#levels[ip.family]) {
      const label = labels.get(keyOf(ip, prefixLength));
      if (label) return label;
    }
  }
}

/** Identifies the block of a length that contains an address. */
function keyOf(ip: IpAddress, prefixLength: number): number | string {
  return ip.family === 4
    ? networkAddressV4(ip.value, prefixLength)
    : networkAddressV6(ip.words, prefixLength).join();
}

function levels(rows: readonly LabelRow[], family: 4 | 6): Level[] {
  const byLength = new Map<number, Map<number | string, Label>>();
  for (const row of rows) {
    const { address, prefixLength } = row.cidr;
    if (address.family !== family) continue;
    byLength.getOrInsertComputed(prefixLength, () => new Map())
      .set(keyOf(address, prefixLength), row);
  }
  return [...byLength].sort(([a], [b]) => b - a)
    .map(([prefixLength, labels]) => ({ prefixLength, labels }));
}

interface FaultyLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

const MAX_BYTES = 4_000_000;
/** Each takes a few microseconds of the thread that responds to requests. */
const MAX_LINES = 20_000;
const MAX_LENGTHS = { zip: 20, label: 80, note: 300 } as const;

/**
 * Parses the columns of RFC 8805 (ip_prefix, country, region, city, postal), then
 * label, note and type. Unlike in a geofeed, a mistake makes a line faulty, so that
 * its author learns of it. A record is one line, so an open quote spoils only its
 * own.
 *
 * @param complete adds the facts that follow from a place
 */
export function parseLabels(
  text: string,
  complete: CompletePlace,
) {
  const rows: LabelRow[] = [];
  const faults: FaultyLine[] = [];
  const lineOf = new Map<string, number>();
  for (const [i, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const line = i + 1;
    const content = whole.trim();
    if (content === "" || content.startsWith("#")) continue;
    if (line === 1 && /^"?ip_prefix\b/i.test(content)) continue;
    const row = parseRow(content, complete);
    if (typeof row === "string") {
      faults.push({ line, reason: row });
      continue;
    }
    const block = formatCidr(row.cidr);
    const first = lineOf.getOrInsert(block, line);
    if (first === line) rows.push(row);
    else faults.push({ line, reason: `line ${first} is about ${block}, too` });
  }
  return { rows, faults };
}

/** A row, or why the line is faulty. */
function parseRow(content: string, complete: CompletePlace): LabelRow | string {
  const fields = fieldsOf(content);
  if (!fields) return "it is not CSV";
  const [prefix, country = "", region = "", city = "", ...others] = fields;
  const [zip = "", label = "", note = "", type = "", ...more] = others;
  if (more.some((field) => field !== "")) return "it has over 8 fields";
  const geo = parseGeofeedRow(fields);
  if (!geo) {
    return parseGeofeedRow([prefix])
      ? `${quoted(country)} is not the code of a country`
      : `${quoted(prefix)} is not an address or a block`;
  }
  const { cidr, place } = geo;
  if (region !== "" && place.region === undefined) {
    return `${quoted(region)} is not the ISO 3166-2 code of a region of ${
      quoted(country)
    }`;
  }
  if (city !== "" && place.city === undefined) {
    return place.countryCode
      ? "the city is not plain text"
      : "a city needs a country";
  }
  const texts = { zip, label, note };
  const known = Object.entries(texts).filter(([, text]) => text !== "");
  for (const [name, text] of known) {
    const max = MAX_LENGTHS[name as keyof typeof texts];
    if (text.length > max) return `the ${name} is over ${max} characters long`;
    if (/\p{C}/u.test(text)) return `the ${name} has control characters`;
  }
  const facts = complete({ ...place, ...Object.fromEntries(known) });
  if (type === "") return { cidr, facts };
  const labelType = LABEL_TYPES.find((one) => one === type.toLowerCase());
  return labelType
    ? { cidr, facts, type: labelType }
    : `${quoted(type)} is not one of ${LABEL_TYPES.join(", ")}`;
}

/** The start of a field, for messages. */
function quoted(text: string): string {
  return `"${text.slice(0, 60)}"`;
}

/** The trimmed fields of a line; null if it is not CSV. */
function fieldsOf(content: string): string[] | null {
  if (!content.includes('"')) {
    return content.split(",").map((field) => field.trim());
  }
  try {
    const [fields]: string[][] = parse(content, { trim: true });
    return fields;
  } catch {
    return null;
  }
}

const MAX_REPORTED = 20;

/**
 * Reads the operator's labels.
 *
 * @param report called with each of the first faulty lines, which are ignored
 * @throws {Error} if the file cannot be read, or has no line that is not faulty
 */
export async function readLabels(
  path: string,
  complete: CompletePlace,
  report: (place: string, reason: string) => void,
): Promise<LabelTable> {
  if ((await Deno.stat(path)).size > MAX_BYTES) {
    throw new Error(`it is larger than ${byteText(MAX_BYTES)}`);
  }
  const text = new TextDecoder().decode(await Deno.readFile(path));
  const { rows, faults } = parseLabels(text, complete);
  if (rows.length + faults.length > MAX_LINES) {
    throw new Error(`it has over ${MAX_LINES} lines`);
  }
  if (rows.length === 0 && faults.length > 0) {
    const [{ line, reason }] = faults;
    throw new Error(`no line of it can be used; line ${line}: ${reason}`);
  }
  for (const { line, reason } of faults.slice(0, MAX_REPORTED)) {
    report(`${path}, line ${line}`, reason);
  }
  if (faults.length > MAX_REPORTED) {
    report(path, `${faults.length - MAX_REPORTED} more lines are faulty`);
  }
  return new LabelTable(rows);
}
