import { parseIpv4Value, parseIpv6Words } from "../../net/ip_text.ts";
import { type Rir, RIRS } from "../../facts/block_facts.ts";
import { packFact, REGISTRY_COLUMNS } from "../networks/registry_layout.ts";
import type { Compiled } from "./feed.ts";
import { checkNotPrivate, RowCounter } from "./prefix_file.ts";
import { enclosingCidr } from "../../net/cidr.ts";
import { parseIp } from "../../net/ip_address.ts";
import { upper52Bits } from "../../net/prefix_set.ts";
import { readLines } from "./source_text.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import {
  AddressRowsBuilder,
  RangeRows4Builder,
} from "../columns/range_rows_build.ts";

const NAMES: Readonly<Record<Rir, string>> = {
  ARIN: "arin",
  RIPE: "ripencc",
  APNIC: "apnic",
  LACNIC: "lacnic",
  AFRINIC: "afrinic",
};

/** Codes that are not countries: Europe, Asia-Pacific, unknown. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(["EU", "AP", "ZZ"]);

const STATES: ReadonlySet<string> = new Set(
  ["allocated", "assigned", "available", "reserved"],
);

const DAY_MS = 86_400_000;

type Type = "ipv4" | "ipv6" | "asn";

/**
 * Compiles a registry's extended delegation statistics into the file that
 * `RegistryTable` loads.
 *
 * The source has a version line, a summary for each type, then
 * `registry|cc|type|start|value|date|status|opaque-id[|…]`. The value is the
 * number of IPv4 addresses or AS numbers, or the prefix length for IPv6.
 * Available and reserved ranges have a registry, but no date or country.
 * Source: "RIR Statistics Exchange Format", NRO.
 *
 * @param feed named after the registry: `rir-ripencc`
 * @throws {Error} if it belongs to another registry, has another format, or has fewer rows than its summary says
 */
export async function compileDelegated(
  { name }: { readonly name: string },
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const rir = RIRS.find((rir) => name === `rir-${NAMES[rir]}`)!;
  const tables: Record<Type, DelegatedRanges> = {
    ipv4: noRanges(),
    ipv6: noRanges(),
    asn: noRanges(),
  };
  const summary = { ipv4: 0, ipv6: 0, asn: 0 };
  const count = new RowCounter();
  let builtAt: number | null = null;
  for await (const lines of readLines(source, signal)) {
    for (const line of lines) {
      if (line.startsWith("#")) continue;
      const fields = line.split("|");
      if (builtAt === null) {
        builtAt = versionDate(fields, rir);
      } else if (fields[5] === "summary" && isType(fields[2])) {
        summary[fields[2]] = Number(fields[4]);
      } else count.add(addRow(fields, rir, tables));
    }
  }
  for (const { starts } of Object.values(tables)) {
    count.repeated += starts.length - new Set(starts).size;
  }
  count.check();
  for (const type of ["ipv4", "ipv6", "asn"] as const) {
    const { length } = tables[type].facts;
    // A few rows may be invalid.
    if (length < summary[type] * 0.98) {
      throw new Error(
        `it has only ${length} of ${summary[type]} ${type} rows`,
      );
    }
  }
  builtAt ??= 0;
  await Deno.writeFile(target, encodeRegistry(tables, builtAt));
  return { entries: count.valid, builtAt };
}

/** The end date in `version|registry|serial|records|start|end|offset`, in milliseconds since the epoch. */
function versionDate(fields: readonly string[], rir: Rir): number {
  const [version, name, , , , end = ""] = fields;
  if (!/^2(?:\.\d+)?$/.test(version) || fields.length < 6) {
    throw new Error("its first line is not a version line");
  }
  if (name !== NAMES[rir]) {
    throw new Error(`it belongs to ${name}, not to ${NAMES[rir]}`);
  }
  const day = dayOf(end);
  if (!day) throw new Error(`its end date, "${end}", is invalid`);
  return day * DAY_MS;
}

function addRow(
  fields: readonly string[],
  rir: Rir,
  tables: Record<Type, DelegatedRanges>,
): boolean {
  const [name, country, type, first, value, date, status] = fields;
  if (fields.length < 7 || name !== NAMES[rir] || !isType(type)) return false;
  if (!STATES.has(status)) return false;
  const range = rangeOf(type, first, value);
  const day = date === "" || /^0+$/.test(date) ? undefined : dayOf(date);
  if (!range || day === null) return false;
  const isGiven = status === "allocated" || status === "assigned";
  if (isGiven && type !== "asn") {
    checkNotPrivate(enclosingCidr(parseIp(first)!, 32));
  }
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

/** The first and last key of a range; null if it is invalid. */
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
    const start = upper52Bits(words[0], words[1]);
    // A block narrower than a key, which no registry allocates, fills the key.
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

/** Days since the epoch of `yyyymmdd`; null if it is not a date or exceeds 16 bits. */
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

/** Bits of an IPv6 address in a key, which a double represents exactly. */
const KEY_BITS = 52;
const REST_BITS = 128n - BigInt(KEY_BITS);

/**
 * Inclusive ranges, in any order, with a fact each, see `packFact`. The keys are IPv4
 * addresses, the upper bits of IPv6 addresses, or AS numbers.
 */
interface DelegatedRanges {
  readonly starts: number[];
  readonly ends: number[];
  readonly facts: number[];
}

function noRanges(): DelegatedRanges {
  return { starts: [], ends: [], facts: [] };
}

/**
 * Encodes the file that `RegistryRows` reads.
 *
 * @param builtAt milliseconds since the epoch
 */
export function encodeRegistry(
  { ipv4, ipv6, asn }: Record<"ipv4" | "ipv6" | "asn", DelegatedRanges>,
  builtAt: number,
): Uint8Array<ArrayBuffer> {
  const addresses = new AddressRowsBuilder();
  const asns = new RangeRows4Builder();
  forEachRange(ipv4, (...range) => addresses.rows4.add(...range));
  forEachRange(ipv6, (start, end, number) =>
    addresses.add(6, {
      start: BigInt(start) << REST_BITS,
      end: (BigInt(end) + 1n << REST_BITS) - 1n,
      number,
    }));
  forEachRange(asn, (...range) => asns.add(...range));
  return encodeColumnFile(REGISTRY_COLUMNS, builtAt, [
    ...addresses.columns(),
    ...asns.columns(),
    uppersOf(ipv4, 32),
    uppersOf(ipv6, KEY_BITS),
  ]);
}

/** A bitmap: which values the upper 16 bits of the keys in the ranges have. @param bits of a key */
function uppersOf(
  { starts, ends }: DelegatedRanges,
  bits: number,
): Uint8Array<ArrayBuffer> {
  const uppers = new Uint8Array(0x1_0000 / 8);
  const upperOf = (key: number) => Math.floor(key / 2 ** (bits - 16));
  starts.forEach((start, row) => {
    const last = upperOf(ends[row]);
    for (let upper = upperOf(start); upper <= last; upper++) {
      uppers[upper >>> 3] |= 1 << (upper & 7);
    }
  });
  return uppers;
}

/** Visits the ranges in ascending order. Where some overlap, the one that starts last counts. */
function forEachRange(
  { starts, ends, facts }: DelegatedRanges,
  visit: (start: number, end: number, fact: number) => void,
): void {
  const order = starts.map((_, row) => row)
    .sort((a, b) => starts[a] - starts[b]);
  order.forEach((row, i) => {
    const next = starts[order[i + 1]] ?? Infinity;
    const end = Math.min(ends[row], next - 1);
    if (end >= starts[row]) visit(starts[row], end, facts[row]);
  });
}
