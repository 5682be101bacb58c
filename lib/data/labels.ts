import { parse } from "csv-parse/sync";
import { byteText } from "../core/text.ts";
import { type Cidr, formatCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { networkAddressV4, networkAddressV6 } from "../net/prefix.ts";
import type { Facts } from "./facts.ts";
import { parseGeofeedRow } from "./feeds/geofeed.ts";
import type { CompletePlace } from "./geo_database.ts";
import { readWholeFile } from "./update/durable_file.ts";

/** What a label can say about the use of its addresses. */
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

/** A label with its block. */
export interface LabelRow extends Label {
  readonly cidr: Cidr;
}

/** The labels of one prefix length, by the first address of their block. */
interface Level<Key> {
  readonly prefixLength: number;
  readonly labels: ReadonlyMap<Key, Label>;
}

/** The operator's labels. The narrowest block that contains an address counts. */
export class LabelTable {
  readonly #v4: readonly Level<number>[];
  readonly #v6: readonly Level<string>[];

  /** @param rows with distinct blocks */
  constructor(rows: readonly LabelRow[]) {
    this.#v4 = levels(
      rows,
      ({ address: ip }) => ip.family === 4 ? ip.value : undefined,
    );
    this.#v6 = levels(
      rows,
      ({ address: ip }) => ip.family === 6 ? ip.words.join() : undefined,
    );
  }

  find(ip: IpAddress): Label | undefined {
    if (ip.family === 4) {
      for (const { prefixLength, labels } of this.#v4) {
        const label = labels.get(networkAddressV4(ip.value, prefixLength));
        if (label) return label;
      }
      return undefined;
    }
    for (const { prefixLength, labels } of this.#v6) {
      const key = networkAddressV6(ip.words, prefixLength).join();
      const label = labels.get(key);
      if (label) return label;
    }
    return undefined;
  }
}

/**
 * The narrowest blocks first.
 *
 * @param keyOf undefined for a block of the other family
 */
function levels<Key>(
  rows: readonly LabelRow[],
  keyOf: (cidr: Cidr) => Key | undefined,
): Level<Key>[] {
  const byLength = new Map<number, Map<Key, Label>>();
  for (const row of rows) {
    const key = keyOf(row.cidr);
    if (key === undefined) continue;
    byLength.getOrInsertComputed(row.cidr.prefixLength, () => new Map())
      .set(key, row);
  }
  return [...byLength].sort(([a], [b]) => b - a)
    .map(([prefixLength, labels]) => ({ prefixLength, labels }));
}

/** A line that is ignored, and why. */
interface FaultyLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** The rows of a file, and its faulty lines. */
interface ParsedLabels {
  readonly rows: readonly LabelRow[];
  readonly faults: readonly FaultyLine[];
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
): ParsedLabels {
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
  const bytes = await readWholeFile(path);
  if (bytes.length > MAX_BYTES) {
    throw new Error(`it is larger than ${byteText(MAX_BYTES)}`);
  }
  const { rows, faults } = parseLabels(
    new TextDecoder().decode(bytes),
    complete,
  );
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
