import { parseIpv4Value, parseIpv6Words } from "../../net/ip_text.ts";
import {
  addressKey,
  encodeRegistry,
  KEY_BITS,
  packFact,
  type Registry,
} from "../registry_layout.ts";
import type { Compiled } from "./feed.ts";
import { RowCount } from "./prefix_file.ts";
import { readLines } from "./source_text.ts";

/** How the files call the registries. */
const NAMES: Readonly<Record<Registry, string>> = {
  ARIN: "arin",
  RIPE: "ripencc",
  APNIC: "apnic",
  LACNIC: "lacnic",
  AFRINIC: "afrinic",
};

/** Codes in the place of a country: Europe, Asia and the Pacific, nowhere. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(["EU", "AP", "ZZ"]);

const STATES: ReadonlySet<string> = new Set(
  ["allocated", "assigned", "available", "reserved"],
);

const DAY_MS = 86_400_000;

type Type = "ipv4" | "ipv6" | "asn";

interface Rows {
  readonly starts: number[];
  readonly ends: number[];
  readonly facts: number[];
}

/**
 * Packs a registry's extended delegation statistics into the file that
 * `RegistryTable` loads.
 *
 * A version line, a summary for each type, then
 * `registry|cc|type|start|value|date|status|opaque-id[|…]`: the value counts
 * IPv4 addresses or AS numbers, and is the prefix length of IPv6. What is
 * available or reserved has no date and no country, but a registry.
 * Source: "RIR Statistics Exchange Format", NRO.
 *
 * @throws {Error} where it is of another registry or form, or shorter than its summary says
 */
export async function compileDelegated(
  rir: Registry,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const tables: Record<Type, Rows> = {
    ipv4: { starts: [], ends: [], facts: [] },
    ipv6: { starts: [], ends: [], facts: [] },
    asn: { starts: [], ends: [], facts: [] },
  };
  const summary = { ipv4: 0, ipv6: 0, asn: 0 };
  const count = new RowCount();
  let builtAt: number | null = null;
  for await (const lines of readLines(source, signal)) {
    for (const line of lines) {
      if (line.startsWith("#")) continue;
      const fields = line.split("|");
      if (builtAt === null) {
        builtAt = versionDate(fields, rir);
      } else if (fields[5] === "summary" && isType(fields[2])) {
        summary[fields[2]] = Number(fields[4]);
      } else if (addRow(fields, rir, tables)) count.good++;
      else count.bad++;
    }
  }
  count.check();
  for (const type of ["ipv4", "ipv6", "asn"] as const) {
    const { length } = tables[type].facts;
    // Few may have been unreadable.
    if (length < summary[type] * 0.98) {
      throw new Error(
        `it holds ${length} of its ${summary[type]} ${type} rows`,
      );
    }
  }
  builtAt ??= 0;
  const bytes = encodeRegistry({
    builtAt,
    v4: columns32(tables.ipv4),
    v6: columns64(tables.ipv6),
    asns: columns32(tables.asn),
  });
  await Deno.writeFile(target, bytes);
  return { entries: count.good, builtAt };
}

/** `version|registry|serial|records|start|end|offset`: the file tells of the time until its end date. */
function versionDate(fields: readonly string[], rir: Registry): number {
  const [version, name, , , , end = ""] = fields;
  if (!/^2(?:\.\d+)?$/.test(version) || fields.length < 6) {
    throw new Error("its first line is no version line");
  }
  if (name !== NAMES[rir]) {
    throw new Error(`it is the file of ${name}, not of ${NAMES[rir]}`);
  }
  const day = dayOf(end);
  if (!day) throw new Error(`its end date, "${end}", is none`);
  return day * DAY_MS;
}

function addRow(
  fields: readonly string[],
  rir: Registry,
  tables: Record<Type, Rows>,
): boolean {
  const [name, country, type, first, value, date, status] = fields;
  if (fields.length < 7 || name !== NAMES[rir] || !isType(type)) return false;
  if (!STATES.has(status)) return false;
  const range = rangeOf(type, first, value);
  const day = date === "" || /^0+$/.test(date) ? undefined : dayOf(date);
  if (!range || day === null) return false;
  const isGiven = status === "allocated" || status === "assigned";
  const isCountry = /^[A-Z]{2}$/.test(country) && !NO_COUNTRIES.has(country);
  const { starts, ends, facts } = tables[type];
  starts.push(range[0]);
  ends.push(range[1]);
  facts.push(packFact({
    rir,
    countryCode: isGiven && isCountry ? country : undefined,
    day: isGiven ? day : undefined,
  }));
  return true;
}

/** The keys of the first and the last of a range; null where it is none. */
function rangeOf(
  type: Type,
  first: string,
  value: string,
): [start: number, end: number] | null {
  if (!/^[1-9]\d{0,9}$/.test(value)) return null;
  const number = Number(value);
  if (type === "ipv6") {
    const words = parseIpv6Words(first);
    if (!words || number > 128) return null;
    const start = addressKey(words);
    // What is narrower than a key, as no registry gives out, fills the key.
    return [start, start + 2 ** Math.max(0, KEY_BITS - number) - 1];
  }
  const start = type === "ipv4"
    ? parseIpv4Value(first)
    : /^\d{1,10}$/.test(first)
    ? Number(first)
    : -1;
  const end = start + number - 1;
  return start >= 0 && end <= 0xffff_ffff ? [start, end] : null;
}

/** Days since the epoch of `yyyymmdd`; null where it is no date that 16 bits hold. */
function dayOf(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number);
  const days = Date.UTC(year, month - 1, day) / DAY_MS;
  const isReal = new Date(days * DAY_MS).getUTCDate() === day &&
    month >= 1 && month <= 12;
  return isReal && days > 0 && days <= 0xffff ? days : null;
}

function isType(text: string): text is Type {
  return text === "ipv4" || text === "ipv6" || text === "asn";
}

function columns32(rows: Rows) {
  const { starts, ends, facts } = sorted(rows);
  return {
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    facts: Uint32Array.from(facts),
  };
}

function columns64(rows: Rows) {
  const { starts, ends, facts } = sorted(rows);
  return {
    starts: Float64Array.from(starts),
    ends: Float64Array.from(ends),
    facts: Uint32Array.from(facts),
  };
}

/** The rows by their start. */
function sorted({ starts, ends, facts }: Rows): Rows {
  const order = starts.map((_, row) => row)
    .sort((a, b) => starts[a] - starts[b]);
  const ordered = (column: readonly number[]) =>
    order.map((row) => column[row]);
  return {
    starts: ordered(starts),
    ends: ordered(ends),
    facts: ordered(facts),
  };
}
