import type { Ipv6Words } from "../../net/ip_text.ts";
import { type IpAddress, parseIp } from "../../net/ip_address.ts";
import { AsnTable } from "../asn_table.ts";
import { type AsnRow, AsnTableBuilder } from "../asn_table_build.ts";
import { cleanText } from "../../core/text.ts";
import { readCsvRows } from "./source_text.ts";
import type { Compiled } from "./feed.ts";
import { checkAsns } from "./database_checks.ts";
import { RowCount } from "./prefix_file.ts";

export interface IptoasnOptions {
  /** The full names of autonomous systems; the file has handles alone ("GOOGLE"). */
  readonly organisations: () => Promise<ReadonlyMap<number, string>>;
  /** Milliseconds since the epoch. The file does not say when it was made, and the table must. */
  readonly now: () => number;
}

/**
 * Packs iptoasn.com's `ip2asn-combined`, tab-separated `start, end, AS number,
 * country, handle` with inclusive bounds, into the table that `AsnTable` loads.
 * Number 0 is a range that nobody announces.
 *
 * @throws {Error} where too many rows cannot be read, or known addresses are not where they should be
 */
export async function compileIptoasn(
  { organisations, now }: IptoasnOptions,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const known = await organisations();
  const builder = new AsnTableBuilder();
  const names = new Map<number, string>();
  const count = new RowCount();
  for await (
    const fields of readCsvRows(
      source,
      { delimiter: "\t", quote: null },
      signal,
    )
  ) {
    const row = rowOf(fields);
    if (!row) {
      count.bad++;
      continue;
    }
    count.good++;
    if (row.asn === 0) continue;
    let org = names.get(row.asn);
    if (org === undefined) {
      org = known.get(row.asn) ?? cleanText(fields[4]) ?? `AS${row.asn}`;
      names.set(row.asn, org);
    }
    builder.add(row.family, { ...row, org });
  }
  count.check();
  const bytes = builder.bytes(now());
  const table = AsnTable.load(bytes);
  checkAsns((ip) => table.lookup(ip)?.asn);
  await Deno.writeFile(target, bytes);
  return { entries: builder.size, builtAt: null };
}

type Row = Omit<AsnRow, "org"> & { readonly family: 4 | 6 };

function rowOf([first, last, asn, , name]: readonly string[]): Row | null {
  const start = parseIp(first);
  const end = parseIp(last ?? "");
  if (!start || start.family !== end?.family || name === undefined) return null;
  if (!/^\d{1,10}$/.test(asn) || Number(asn) > 0xffff_ffff) return null;
  return {
    family: start.family,
    start: numberOf(start),
    end: numberOf(end),
    asn: Number(asn),
  };
}

function numberOf(ip: IpAddress): bigint {
  return ip.family === 4 ? BigInt(ip.value) : ip.words.reduce(
    (sum: bigint, word: Ipv6Words[number]) => sum << 32n | BigInt(word),
    0n,
  );
}
