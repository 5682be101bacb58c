/** Small files of feeds, with what an update demands of them. */

/** A registry's file, with rows such as "US|ipv4|8.8.8.0|256". */
export function registryFile(name: string, rows: readonly string[]): string {
  return `2|${name}|20261120|${rows.length}|19700101|20261120|+0000\n` +
    rows.map((row) => `${name}|${row}|20141015|allocated|abc\n`).join("");
}

/** The networks of known addresses: start, end and number of the system. */
export const NETWORKS = [
  ["1.1.1.0", "1.1.1.255", 13335],
  ["8.8.8.0", "8.8.8.255", 15169],
  ["9.9.9.0", "9.9.9.255", 19281],
  ["193.0.0.0", "193.0.7.255", 3333],
  ["2001:4860::", "2001:4860:ffff:ffff:ffff:ffff:ffff:ffff", 15169],
] as const;

/** The routes of known addresses. */
export const ROUTES = {
  4: "15169\t8.8.8.0/24\t300\n13335\t1.1.1.0/24\t300\n" +
    "3333\t193.0.0.0/21\t300\n19281\t9.9.9.0/24\t300\n",
  6: "15169\t2001:4860::/32\t300\n13335\t2606:4700:4700::/48\t300\n" +
    "3333\t2001:67c:2e8::/48\t300\n19281\t2620:fe::/48\t300\n",
};

/** The countries of known addresses, as Tor distributes them. */
export const COUNTRY_RANGES = {
  4: "134744064,134744319,US\n167772160,184549375,??\n" +
    "687865856,689963007,ZA\n3365673984,3365674239,JP\n" +
    "3365928960,3365929983,BR\n3389791488,3389791743,AU\n",
  6: "2001:200::,2001:200:ffff:ffff:ffff:ffff:ffff:ffff,JP\n" +
    "2001:638::,2001:63e:ffff:ffff:ffff:ffff:ffff:ffff,DE\n" +
    "2001:660::,2001:667:ffff:ffff:ffff:ffff:ffff:ffff,FR\n" +
    "2001:67c:2e8::,2001:67c:2e8:ffff:ffff:ffff:ffff:ffff,NL\n" +
    "2001:da8::,2001:daa:ffff:ffff:ffff:ffff:ffff:ffff,CN\n",
};
