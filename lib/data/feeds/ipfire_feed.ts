import { parseIp } from "../../net/ip_address.ts";
import { parseCidr } from "../../net/cidr.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import {
  compareBlocks,
  narrowest,
  type NumberedBlock,
  type Stretch,
} from "../columns/narrowest.ts";
import { AddressRowsBuilder } from "../columns/range_rows_build.ts";
import {
  REGISTERED_COUNTRIES,
  RegisteredCountries,
} from "../networks/registered_countries.ts";
import { CountryNumbers } from "../networks/registered_countries_build.ts";
import { checkCountries } from "./database_checks.ts";
import type { Compiled } from "./feed.ts";
import { RowCounter } from "./prefix_file.ts";
import { readLines } from "./source_text.ts";

/** The database has about 1.2 million networks of both families. */
const MAX_NETWORKS = 4_000_000;

/** A dump has about five lines for each. */
const MAX_LINES = 5 * MAX_NETWORKS;

/** Blocks of a family that a line or a paragraph names. */
interface Found {
  readonly stretches: Record<4 | 6, Stretch[]>;
  readonly blocks: Record<4 | 6, NumberedBlock[]>;
}

/**
 * Compiles IPFire's location database in text form into the table that
 * `RegisteredCountries.load` reads. It has either the ranges of one family that Tor
 * distributes, `16777216,16777471,AU` or `2001:200::,2001:200:ffff:…,JP`, or the
 * paragraphs that `location dump` writes, `net: 1.0.0.0/24` with `country: AU`. Codes
 * that are no countries, such as `??` and `EU`, mean that the country is unknown.
 *
 * @throws {Error} if too many entries are invalid or overlap, or known addresses are in the wrong countries
 */
export async function compileIpfire(
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const count = new RowCounter();
  const countries = new CountryNumbers();
  const found: Found = {
    stretches: { 4: [], 6: [] },
    blocks: { 4: [], 6: [] },
  };
  let builtAt: number | null = null;
  let net: string | undefined;
  let networks = 0;
  for await (const lines of readLines(source, signal, MAX_LINES)) {
    for (const line of lines) {
      if (line.startsWith("#")) {
        builtAt ??= timeIn(line);
        continue;
      }
      const [, key, value] = /^([a-z-]+):\s*(.*)$/.exec(line) ?? [];
      if (key === "net") net = value;
      // Paragraphs have further lines, and there are some about systems.
      if (key !== undefined && (key !== "country" || net === undefined)) {
        continue;
      }
      const isValid = key === undefined
        ? addRange(found, line, countries)
        : addBlock(found, net!, value, countries);
      if (key !== undefined) net = undefined;
      if (isValid) count.valid++;
      else count.invalid++;
      if (++networks > MAX_NETWORKS) {
        throw new Error(`it has over ${MAX_NETWORKS} networks`);
      }
    }
  }
  count.check();
  const table = new AddressRowsBuilder();
  for (const family of [4, 6] as const) {
    for (const stretch of stretchesOf(family, found)) {
      if (stretch.number > 0) table.addStretch(family, stretch);
    }
  }
  const bytes = encodeColumnFile(REGISTERED_COUNTRIES, builtAt ?? 0, [
    ...table.columns(),
    new Uint32Array(0),
    new Uint8Array(0),
    countries.encode(),
  ]);
  const loaded = RegisteredCountries.load(bytes);
  for (const family of [4, 6] as const) {
    const isIn = found.stretches[family].length + found.blocks[family].length;
    if (isIn > 0) checkCountries((ip) => loaded.ofAddress(ip), family);
  }
  await Deno.writeFile(target, bytes);
  return { entries: count.valid, builtAt };
}

/** `# Generated: Thu, 25 Jun 2026 04:33:59 GMT`, in milliseconds since the epoch. */
function timeIn(comment: string): number | null {
  const time = Date.parse(/^#\s*Generated:(.{8,40})$/.exec(comment)?.[1] ?? "");
  return time > 0 ? time : null;
}

function addRange(
  { stretches }: Found,
  line: string,
  countries: CountryNumbers,
): boolean {
  const [first, last, code, ...rest] = line.split(",");
  const start = pointOf(first);
  const end = pointOf(last ?? "");
  const isRange = start && end && start.family === end.family &&
    /^(?:[A-Z0-9]{2}|\?\?)$/.test(code) && rest.length === 0;
  if (!isRange) return false;
  const { family } = start;
  const previous = stretches[family].at(-1);
  const isAfter = !previous || compare(previous.end, start.point) < 0;
  if (compare(start.point, end.point) > 0 || !isAfter) return false;
  // A range that splits a /64 is nobody's network.
  if (!start.isFirst || !end.isLast) return true;
  stretches[family].push({
    start: start.point,
    end: end.point,
    number: countries.numberOf(code),
  });
  return true;
}

/** A bound: a decimal number of IPv4, or an address. */
function pointOf(text: string) {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value <= 0xffff_ffff) {
    return {
      family: 4,
      point: [0, value],
      isFirst: true,
      isLast: true,
    } as const;
  }
  const ip = parseIp(text);
  if (ip?.family !== 6) return null;
  const [high, low, third, fourth] = ip.words;
  return {
    family: 6,
    point: [high, low],
    isFirst: third === 0 && fourth === 0,
    isLast: third === 0xffff_ffff && fourth === 0xffff_ffff,
  } as const;
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a[0] - b[0] || a[1] - b[1];
}

function addBlock(
  { blocks }: Found,
  net: string,
  code: string,
  countries: CountryNumbers,
): boolean {
  const cidr = parseCidr(net);
  if (!cidr || !/^(?:[A-Z0-9]{2}|\?\?)$/.test(code)) return false;
  const { address, prefixLength: length } = cidr;
  const { family } = address;
  if (family === 6 && length > 64) return true;
  const [high, low] = family === 4 ? [0, address.value] : address.words;
  blocks[family].push({
    high,
    low,
    length,
    number: countries.numberOf(code),
  });
  return true;
}

/** The stretches of a family, ascending. */
function stretchesOf(
  family: 4 | 6,
  { stretches, blocks }: Found,
): Iterable<Stretch> {
  if (stretches[family].length > 0) return stretches[family];
  const sorted = blocks[family].sort(compareBlocks);
  const distinct = sorted.filter((block, i) =>
    i === 0 || compareBlocks(sorted[i - 1], block) !== 0
  );
  if (
    (sorted.length - distinct.length) * 100 >= sorted.length && sorted.length
  ) {
    throw new Error(
      `${
        sorted.length - distinct.length
      } of ${sorted.length} networks are repeated`,
    );
  }
  return narrowest(family, distinct);
}
