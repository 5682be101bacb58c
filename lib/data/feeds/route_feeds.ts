import { parseAsn } from "../../net/target.ts";
import { parseCidr } from "../../net/cidr.ts";
import { WordRows } from "../columns/growing_lists.ts";
import { AsnTable } from "../networks/asn_table.ts";
import { type Route, RouteTableBuilder } from "../networks/asn_table_build.ts";
import { checkAsns } from "./database_checks.ts";
import type { Compiled, FeedDeps } from "./feed.ts";
import { RowCounter } from "./prefix_file.ts";
import { readLines } from "./source_text.ts";

/**
 * How many peers of the collectors must see a route. A route that fewer see is a
 * leak, a mistake or meant for a few neighbors. RIPEstat has the same limit
 * (`min_peers_seeing`, 2026-11).
 */
const MIN_PEERS = 10;

/** Wider blocks are default routes or parts of one; narrower ones are no routes that anybody else sees. */
export const ROUTE_LENGTHS = { 4: [8, 32], 6: [16, 64] } as const;

/** About 1.1 million are announced. */
const MAX_ROUTES = 4_000_000;

/**
 * Compiles RIPE RIS's `riswhoisdump` into the table that `AsnTable.loadRoutes`
 * reads. After comments, which begin with `%`, its lines are `origin<TAB>prefix<TAB>peers`,
 * one for each pair of an origin and a prefix. An origin of several systems,
 * `{64500,64501}`, is unknown. If several systems announce a prefix, the one that
 * most peers see is its origin.
 *
 * Ignores routes that few see, that are not on the public internet, or that a
 * private system announces: each dump has some, because somebody leaks them.
 *
 * @throws {Error} if too many lines are invalid, repeated, private or reserved, or known addresses have the wrong AS numbers
 */
export async function compileRoutes(
  { family, organizations, isBogon, now }: FeedDeps & {
    readonly family: 4 | 6;
  },
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const count = new RowCounter();
  const seen = new SeenRoutes();
  let bogons = 0;
  const [shortest, longest] = ROUTE_LENGTHS[family];
  for await (const lines of readLines(source, signal)) {
    for (const line of lines) {
      if (line.startsWith("%")) continue;
      const row = parseRow(line, family);
      if (!count.add(row)) continue;
      const { cidr, high, low, length, origin, peers } = row;
      const isSeen = peers >= MIN_PEERS && length >= shortest &&
        length <= longest && !isReserved(origin);
      if (!isSeen) continue;
      if (isBogon(cidr)) {
        bogons++;
        continue;
      }
      if (seen.size === MAX_ROUTES) {
        throw new Error(`it has over ${MAX_ROUTES} routes`);
      }
      seen.add(high, low, length, origin, peers);
    }
  }
  count.check();
  if (bogons * 100 >= bogons + seen.size && bogons > 0) {
    throw new Error(
      `${bogons} of ${bogons + seen.size} routes are private or reserved`,
    );
  }
  const best = seen.best();
  if (best.length === 0) throw new Error("it has no public routes");
  const names = await organizations();
  const builder = new RouteTableBuilder((asn) => names.get(asn) ?? "");
  builder.add(family, seen.routes(best));
  const bytes = builder.bytes(now());
  const table = AsnTable.loadRoutes(bytes);
  checkAsns((ip) => table.lookup(ip)?.asn, family);
  await Deno.writeFile(target, bytes);
  return { entries: best.length, builtAt: null };
}

function parseRow(line: string, family: 4 | 6) {
  const [origins, prefix = "", peers = ""] = line.split("\t");
  const origin = originOf(origins);
  const cidr = parseCidr(prefix);
  const isValid = origin !== null && cidr?.address.family === family &&
    prefix.includes("/") && /^\d{1,6}$/.test(peers);
  if (!isValid) return null;
  const { address, prefixLength: length } = cidr;
  const [high, low] = address.family === 4 ? [0, address.value] : address.words;
  return { cidr, high, low, length, origin, peers: Number(peers) };
}

/** 0 for a set of several systems; null if it is malformed. */
function originOf(text: string): number | null {
  const set = /^\{(\d+(?:,\d+)*)\}$/.exec(text);
  if (!set) return parseAsn(text);
  const members = new Set(set[1].split(","));
  return members.size > 1 ? 0 : parseAsn(set[1].split(",", 1)[0]);
}

/** Numbers that nobody may announce from: RFC 6996 (private), RFC 5398 (examples), RFC 4893 and RFC 7300. 0 stands for a set here. */
function isReserved(asn: number): boolean {
  return asn === 23_456 || asn >= 64_496 && asn <= 131_071 ||
    asn >= 4_200_000_000;
}

/** The upper and the lower word, the length, the origin, and how many peers see it. */
class SeenRoutes extends WordRows {
  constructor() {
    super(5);
  }

  /** The rows with one route for each prefix, in the order that `RouteTableBuilder` needs. @throws {Error} if too many are repeated */
  best(): Uint32Array {
    const [highs, lows, lengths, origins, peers] = this.words();
    const rows = Uint32Array.from(lows, (_, row) => row).sort((a, b) =>
      highs[a] - highs[b] || lows[a] - lows[b] || lengths[a] - lengths[b] ||
      // A known origin is worth more than an unknown one.
      Number(origins[b] > 0) - Number(origins[a] > 0) ||
      peers[b] - peers[a] || origins[a] - origins[b]
    );
    let repeated = 0;
    let last = -1;
    const best = rows.filter((row) => {
      const isSame = last >= 0 && highs[row] === highs[last] &&
        lows[row] === lows[last] && lengths[row] === lengths[last];
      if (isSame && origins[row] === origins[last]) repeated++;
      if (!isSame) last = row;
      return !isSame;
    });
    if (repeated > 0 && repeated * 100 >= rows.length) {
      throw new Error(`${repeated} of ${rows.length} routes are repeated`);
    }
    return best;
  }

  *routes(rows: Uint32Array): Generator<Route> {
    const [highs, lows, lengths, origins] = this.words();
    for (const row of rows) {
      yield {
        high: highs[row],
        low: lows[row],
        length: lengths[row],
        origin: origins[row],
      };
    }
  }
}
