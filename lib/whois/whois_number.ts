import { lastAddress, parseCidr } from "../net/cidr.ts";
import { parseAsn } from "../net/target.ts";
import { compareIp, type IpAddress, parseIp } from "../net/ip_address.ts";
import { isPlaceholder, lenientText } from "./rdap/lenient.ts";
import { cidrsOfRange } from "./rdap/rdap_record.ts";
import { RegistryError } from "./rdap/registry_error.ts";
import { parseWhoisDate } from "./whois_dates.ts";
import { NOTHING, rejectRefusal } from "./whois_labels.ts";
import type { NumberTarget } from "./whois_target.ts";
import { parseRows, recordLines, type Row } from "./whois_rows.ts";

/** A regional registry's record of a network or an autonomous system. */
export type NumberRecord = Readonly<
  NonNullable<ReturnType<typeof parseNumberRecord>>
>;

/** Labels of ARIN, and of the others. */
const RANGES = ["netrange", "inetnum", "inet num"];
const NUMBERS = ["asnumber", "aut num"];
const LABELS = {
  handle: ["nethandle", "ashandle", "nic hdl", "aut num"],
  name: ["netname", "asname", "as name"],
  allocation_type: ["nettype", "status"],
  country: ["country"],
  created: ["regdate", "created"],
  updated: ["updated", "last modified", "changed"],
} as const;
const HOLDERS = ["orgname", "org name", "owner", "descr"];
const ABUSE =
  /(?:^|\n)(?:OrgAbuseEmail: +|abuse-mailbox: +|% *Abuse contact for .{1,80} is ')([^\s@']{1,64}@[^\s@']{1,190})/;

/**
 * Parses a response of a regional registry; null if nothing is registered.
 *
 * @throws {RegistryError} `busy` if the server does not respond for now; `malformed`
 * if it has no record that contains the target
 */
export function parseNumberRecord(
  target: NumberTarget,
  text: string,
) {
  const lines = recordLines(text);
  const rows = parseRows(lines);
  const objects = rows.flatMap((row) => objectOf(row, target) ?? []);
  // Registries also send the networks above: the smallest one is meant.
  const [object] = objects.sort((a, b) => sizeOf(a) - sizeOf(b));
  if (object === undefined) {
    rejectRefusal(lines);
    const isNothing = lines.some((line) => {
      const plain = line.replace(/^[\s%#]+/, "").toLowerCase();
      return NOTHING.some((pattern) => pattern.test(plain));
    });
    if (isNothing) return null;
    throw new RegistryError("malformed");
  }
  const own = rows.filter(({ block }) => block === object.block);
  const textOf = (labels: readonly string[], among = own) => {
    for (const label of labels) {
      for (const row of among) {
        const value = row.label === label ? lenientText.parse(row.value) : null;
        if (value !== null && !isPlaceholder(value)) return value;
      }
    }
    return null;
  };
  const timeOf = (labels: readonly string[]) =>
    parseWhoisDate(textOf(labels) ?? "");
  const country = textOf(LABELS.country) ?? textOf(LABELS.country, rows);
  const { range } = object;
  return {
    handle: textOf(LABELS.handle),
    name: textOf(LABELS.name),
    allocation_type: textOf(LABELS.allocation_type),
    /** ISO 3166-1 alpha-2, upper case. */
    country: /^[a-z]{2}$/i.test(country ?? "") ? country!.toUpperCase() : null,
    holder: textOf(HOLDERS.slice(0, 2), rows) ?? textOf(HOLDERS.slice(2)),
    abuseEmail: ABUSE.exec(text)?.[1] ?? null,
    /** First and last address; null for an autonomous system. */
    range,
    cidrs: range === null ? [] : cidrsOfRange(...range),
    createdAt: timeOf(LABELS.created),
    updatedAt: timeOf(LABELS.updated),
  };
}

interface NumberObject {
  readonly block: number;
  readonly range: readonly [IpAddress, IpAddress] | null;
}

/** The object that starts with a row, if it contains the target. */
function objectOf(row: Row, target: NumberTarget): NumberObject | null {
  const { block, label, value } = row;
  if (target.kind === "asn") {
    const isIt = NUMBERS.includes(label) && parseAsn(value) === target.asn;
    return isIt ? { block, range: null } : null;
  }
  if (!RANGES.includes(label)) return null;
  const range = rangeOf(value);
  if (range === null) return null;
  const [first, last] = target.kind === "address"
    ? [target.ip, target.ip]
    : [target.cidr.address, lastAddress(target.cidr)];
  return compareIp(range[0], first) <= 0 && compareIp(last, range[1]) <= 0
    ? { block, range }
    : null;
}

/** `192.0.2.0 - 192.0.2.255`, `2001:db8::/32`, `192.0.2/24` as LACNIC has it. */
function rangeOf(text: string): [IpAddress, IpAddress] | null {
  const [start, end] = text.split(/ +- +/).map((part) => parseIp(part.trim()));
  if (start && end) {
    return start.family === end.family && compareIp(start, end) <= 0
      ? [start, end]
      : null;
  }
  const short = /^(\d+(?:\.\d+){0,2})\/(\d+)$/.exec(text.trim());
  const padded = short
    ? `${`${short[1]}.0.0.0`.split(".").slice(0, 4).join(".")}/${short[2]}`
    : text.trim();
  const cidr = parseCidr(padded);
  return cidr && [cidr.address, lastAddress(cidr)];
}

/** Comparable within a family: the prefix length of the largest block. */
function sizeOf({ range }: NumberObject): number {
  if (range === null) return 0;
  return -Math.min(
    ...cidrsOfRange(...range).map(({ prefixLength }) => prefixLength),
  );
}
