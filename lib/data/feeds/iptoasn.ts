import type { Ipv6Words } from "../../net/ip_text.ts";
import { type IpAddress, parseIp } from "../../net/ip_address.ts";
import { AsnTable } from "../networks/asn_table.ts";
import { type AsnRow, AsnTableBuilder } from "../networks/asn_table_build.ts";
import { cleanText } from "../../core/text.ts";
import { readCsvRows } from "./source_text.ts";
import type { Compiled } from "./feed.ts";
import { checkAsns } from "./database_checks.ts";
import { RowCounter } from "./prefix_file.ts";

export interface IptoasnOptions {
  /** Full names of autonomous systems, by number: the file contains only handles ("GOOGLE"). */
  readonly organisations: () => Promise<ReadonlyMap<number, string>>;
  /** Milliseconds since the epoch. Used as the table's build time: the file does not state one. */
  readonly now: () => number;
}

/**
 * Compiles iptoasn.com's `ip2asn-combined` into the table that `AsnTable` loads.
 * Its rows are tab-separated: start, end (inclusive), AS number, country, handle.
 * AS number 0 marks a range that nobody announces.
 *
 * @throws {Error} if too many rows are invalid, or known addresses have the wrong AS numbers
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
  const count = new RowCounter();
  for await (
    const fields of readCsvRows(
      source,
      { delimiter: "\t", quote: null },
      signal,
    )
  ) {
    const row = rowOf(fields);
    if (!row) {
      count.invalid++;
      continue;
    }
    count.valid++;
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
