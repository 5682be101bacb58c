/** Databases to compare with, from npm packages that only the evaluation uses. */
import type { AsnTable } from "../../lib/data/networks/asn_table.ts";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import { keyOf, type KeyRanges, readRanges } from "./samples.ts";

const root = new URL("../../", import.meta.url);

/** Where the packages are installed; the app's own dependencies stay as they are. */
const folder = new URL("dist/evaluation/", root);

const PACKAGES = ["geolite2-country"];
const VERSION = "2.3.2026061719";

export async function installReferences(): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const imports = Object.fromEntries(
    PACKAGES.map((name) => [name, `npm:@ip-location-db/${name}@${VERSION}`]),
  );
  await Deno.writeTextFile(
    new URL("deno.json", folder),
    JSON.stringify({ nodeModulesDir: "auto", imports }),
  );
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet"],
    cwd: folder,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("Cannot install the reference databases");
}

/** A country by address. */
export type CountryOf = (ip: IpAddress) => string | undefined;

/** The countries of a package with CSV files. */
async function csvCountries(modules: URL, name: string): Promise<CountryOf> {
  const read = (family: 4 | 6) =>
    readRanges(
      new URL(`@ip-location-db/${name}/${name}-ipv${family}-num.csv`, modules),
      family,
      ([code]) => code,
    );
  const ranges = { 4: await read(4), 6: await read(6) };
  return (ip) => ranges[ip.family].at(keyOf(ip));
}

export async function maxmindCountries(): Promise<CountryOf> {
  return await csvCountries(
    new URL("node_modules/", folder),
    "geolite2-country",
  );
}

export async function whoisCountries(): Promise<CountryOf> {
  return await csvCountries(
    new URL("node_modules/", root),
    "geo-whois-asn-country",
  );
}

/** The ranges of announced addresses; of IPv6, /48s. */
export async function announcedRanges(
  family: 4 | 6,
): Promise<KeyRanges<unknown>> {
  return await readRanges(
    new URL(
      `node_modules/@ip-location-db/asn/asn-ipv${family}-num.csv`,
      root,
    ),
    family,
    ([asn]) => asn === "0" ? undefined : asn,
  );
}

/** The autonomous system of an address, for the lines of a sample. */
export function systemOf(table: AsnTable, ip: IpAddress) {
  const row = table.findRow(ip);
  return row < 0 ? null : table.systemAt(row);
}
