import { numberOfIp, parseIp } from "../../net/ip_address.ts";
import { lastAddress, parseCidr } from "../../net/cidr.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import {
  compareBlocks,
  narrowest,
  type NumberedRange,
} from "../columns/narrowest.ts";
import { AddressRowsBuilder } from "../columns/range_rows_build.ts";
import {
  REGISTERED_COUNTRIES,
  RegisteredCountries,
} from "../networks/registered_countries.ts";
import {
  CountryNumbers,
  isWhole64,
} from "../networks/registered_countries_build.ts";
import { checkCountries } from "./database_checks.ts";
import type { Compiled } from "./feed.ts";
import { RowCounter } from "./prefix_file.ts";
import { readLines, timeIn } from "./source_text.ts";

/** The database has about 1.2 million networks of both families. */
const MAX_NETWORKS = 4_000_000;

/** A dump has about five lines for each. */
const MAX_LINES = 5 * MAX_NETWORKS;

/** The ranges that lines name, and the blocks that paragraphs name. */
interface Found {
  readonly ranges: Record<4 | 6, NumberedRange[]>;
  readonly blocks: Record<4 | 6, NumberedRange[]>;
}

/**
 * Compiles IPFire's location database in text form into the table that
 * `RegisteredCountries` reads. It has either the ranges of one family that Tor
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
    ranges: { 4: [], 6: [] },
    blocks: { 4: [], 6: [] },
  };
  let builtAt: number | null = null;
  let net: string | undefined;
  let networks = 0;
  for await (const lines of readLines(source, signal, MAX_LINES)) {
    for (const line of lines) {
      if (line.startsWith("#")) {
        builtAt ??= timeIn(line, GENERATED);
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
      count.add(isValid);
      if (++networks > MAX_NETWORKS) {
        throw new Error(`it has over ${MAX_NETWORKS} networks`);
      }
    }
  }
  count.check();
  const table = new AddressRowsBuilder();
  for (const family of [4, 6] as const) {
    for (const range of rangesOf(family, found)) {
      if (range.number > 0) table.add(family, range);
    }
  }
  const bytes = encodeColumnFile(REGISTERED_COUNTRIES, builtAt ?? 0, [
    ...table.columns(),
    new Uint32Array(0),
    new Uint8Array(0),
    countries.encode(),
  ]);
  const loaded = new RegisteredCountries(bytes);
  for (const family of [4, 6] as const) {
    const isIn = found.ranges[family].length + found.blocks[family].length;
    if (isIn > 0) checkCountries((ip) => loaded.ofAddress(ip), family);
  }
  await Deno.writeFile(target, bytes);
  return { entries: count.valid, builtAt };
}

/** `# Generated: Thu, 25 Jun 2026 04:33:59 GMT` */
const GENERATED = /^#\s*Generated:(.{8,40})$/;

/** A code of a country, also one that is none, or the sign that it is unknown. */
const CODE = /^(?:[A-Z0-9]{2}|\?\?)$/;

function addRange(
  { ranges }: Found,
  line: string,
  countries: CountryNumbers,
): boolean {
  const [first, last, code, ...rest] = line.split(",");
  const from = boundOf(first);
  const to = boundOf(last ?? "");
  const isRange = from && to && from.family === to.family && CODE.test(code) &&
    rest.length === 0;
  if (!isRange) return false;
  const { family, value: start } = from;
  const end = to.value;
  const previous = ranges[family].at(-1);
  if (start > end || previous && previous.end >= start) return false;
  // A range that splits a /64 is nobody's network.
  if (family === 6 && !isWhole64(start, end)) return true;
  ranges[family].push({ start, end, number: countries.numberOf(code) });
  return true;
}

/** A bound: a decimal number of IPv4, or an address. */
function boundOf(text: string) {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value <= 0xffff_ffff) return { family: 4, value: BigInt(value) } as const;
  const ip = parseIp(text);
  return ip?.family === 6
    ? { family: 6, value: numberOfIp(ip) } as const
    : null;
}

function addBlock(
  { blocks }: Found,
  net: string,
  code: string,
  countries: CountryNumbers,
): boolean {
  const cidr = parseCidr(net);
  if (!cidr || !CODE.test(code)) return false;
  const { family } = cidr.address;
  if (family === 6 && cidr.prefixLength > 64) return true;
  blocks[family].push({
    start: numberOfIp(cidr.address),
    end: numberOfIp(lastAddress(cidr)),
    number: countries.numberOf(code),
  });
  return true;
}

/** The ranges of a family, ascending. */
function rangesOf(
  family: 4 | 6,
  { ranges, blocks }: Found,
): Iterable<NumberedRange> {
  if (ranges[family].length > 0) return ranges[family];
  const sorted = blocks[family].sort(compareBlocks);
  const distinct = sorted.filter((block, i) =>
    i === 0 || compareBlocks(sorted[i - 1], block) !== 0
  );
  const repeated = sorted.length - distinct.length;
  if (repeated * 100 >= sorted.length && sorted.length) {
    throw new Error(`${repeated} of ${sorted.length} networks are repeated`);
  }
  return narrowest(distinct);
}
