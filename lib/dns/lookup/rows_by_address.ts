import { compareIp, type IpAddress, parseIp } from "../../net/ip_address.ts";

/**
 * Rows in the order of their addresses; those of one address stay in theirs. An
 * address is parsed and compared once, not for each of its rows.
 *
 * @param rows `ip` is an address in its usual form
 */
export function rowsByAddress<Row extends { readonly ip: string }>(
  rows: readonly Row[],
): Row[][] {
  const groups: { ip: IpAddress; rows: Row[] }[] = [];
  for (const [text, ofAddress] of Map.groupBy(rows, ({ ip }) => ip)) {
    const ip = parseIp(text);
    if (ip) groups.push({ ip, rows: ofAddress });
  }
  return groups.sort((a, b) => compareIp(a.ip, b.ip)).map(({ rows }) => rows);
}
