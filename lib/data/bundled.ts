import { AsnTable } from "./networks/asn_table.ts";
import { CountryRanges } from "./networks/country_ranges.ts";
import { RegisteredCountries } from "./networks/registered_countries.ts";
import type { RangeList } from "../net/ranges.ts";
import { type CompletePlace, withCountry } from "./places/countries.ts";
import { type DatabaseInfo, GeoDatabase } from "./geo_database.ts";
import { PlaceTable } from "./places/place_table.ts";
import { SharedFiles } from "./shared_files.ts";

export type Edition = "city" | "country";

/** Files of each edition in the build folder: one for both families, or one for IPv4 and one for IPv6. */
export const BUNDLED_GEO: Readonly<Record<Edition, readonly string[]>> = {
  city: ["places-city-ipv4.bin", "places-city-ipv6.bin"],
  country: ["places-country.bin"],
};

export const BUNDLED_ASN = "asn.bin";

export const BUNDLED_COUNTRIES = "countries.bin";

/** The tables that a server of an edition needs to start. It waits for others if it needs them. */
export function tablesToStart(edition: Edition): string[] {
  return [BUNDLED_GEO[edition][0], BUNDLED_ASN, BUNDLED_COUNTRIES];
}

/** The file that is there while a build still writes what a server can start without. */
const PENDING = "pending";

const WAIT_MS = 100;
/** On a slow machine, a table takes half a minute. */
const MAX_WAIT_MS = 300_000;

export async function isPending(folder: URL, name: string): Promise<boolean> {
  return !await exists(new URL(name, folder)) &&
    await exists(new URL(PENDING, folder));
}

async function exists(file: URL): Promise<boolean> {
  return await Deno.stat(file).then(() => true, () => false);
}

async function written(folder: URL, name: string): Promise<void> {
  for (let ms = 0; ms < MAX_WAIT_MS; ms += WAIT_MS) {
    if (!await isPending(folder, name)) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

/** Files of each edition with the addresses of each country, as profiles from the bundled tables have them. */
export const BUNDLED_COUNTRY_RANGES: Readonly<Record<Edition, string>> = {
  city: "country-ranges-city.bin",
  country: "country-ranges-country.bin",
};

/**
 * Opens the bundled geolocation database of an edition.
 *
 * Resolves once IPv4 is in memory. In the city edition IPv6 is in a separate
 * file, see `GeoDatabase.loaded`.
 *
 * @param folder the build folder, with a slash at the end
 * @throws {Error} if a file is missing or invalid
 */
export async function openBundledGeo(
  folder: URL,
  edition: Edition,
  complete: CompletePlace,
  files = new SharedFiles(),
): Promise<{ table: GeoDatabase; info: DatabaseInfo }> {
  const load = (bytes: Uint8Array) => new PlaceTable(bytes, complete);
  const open = (name: string) => loadBundled(folder, name, load, files);
  const [first, second] = BUNDLED_GEO[edition];
  const v4 = await open(first);
  const table = new GeoDatabase({
    v4: () => Promise.resolve(v4),
    v6: async () => {
      if (!second) return v4;
      await written(folder, second);
      return await open(second);
    },
  });
  await table.loaded(4);
  if (!second) await table.loaded(6);
  const { builtAt } = v4;
  return {
    table,
    info: {
      name: `DB-IP ${edition} lite`,
      builtAt,
      license: "CC-BY-4.0",
      attribution: "IP Geolocation by DB-IP",
      url: "https://db-ip.com",
    },
  };
}

/**
 * Opens the bundled table of autonomous systems.
 *
 * @param folder the build folder, with a slash at the end
 * @throws {Error} if the file is missing or damaged
 */
export async function openBundledAsn(
  folder: URL,
  files?: SharedFiles,
): Promise<{ table: AsnTable; info: DatabaseInfo }> {
  const table = await loadBundled(folder, BUNDLED_ASN, AsnTable.load, files);
  const info = {
    ...FAULTY,
    name: "Autonomous systems",
    builtAt: table.builtAt,
    attribution:
      "Routes by RouteViews, registrations by the NRO, names by DB-IP",
    url: "https://www.routeviews.org",
  };
  return { table, info };
}

/** As {@link openBundledAsn}, of the registered countries. */
export async function openBundledCountries(
  folder: URL,
  files?: SharedFiles,
): Promise<{ table: RegisteredCountries; info: DatabaseInfo }> {
  const load = (bytes: Uint8Array) => new RegisteredCountries(bytes);
  const table = await loadBundled(folder, BUNDLED_COUNTRIES, load, files);
  const info = {
    ...FAULTY,
    name: "Registered countries",
    builtAt: table.builtAt,
    attribution: "Registrations by the NRO, countries of systems by IPtoASN",
    url: "https://www.nro.net",
  };
  return { table, info };
}

/** What both have in common. */
const FAULTY = { license: "CC-BY-4.0", isFaulty: true } as const;

/** The bundled table of the addresses of each country. It is read when a country is requested. */
export function bundledCountryRanges(
  folder: URL,
  edition: Edition,
) {
  const name = BUNDLED_COUNTRY_RANGES[edition];
  const ranges = new CountryRanges(new URL(name, folder));
  return {
    /** Null if the build hasn't written them yet. */
    async of(family: 4 | 6, code: string): Promise<RangeList | null> {
      if (await isPending(folder, name)) return null;
      try {
        return await ranges.of(family, code);
      } catch (cause) {
        throw bundledError(cause, name);
      }
    },
  };
}

async function loadBundled<T>(
  folder: URL,
  name: string,
  load: (bytes: Uint8Array) => T,
  files = new SharedFiles(),
): Promise<T> {
  try {
    return load(await files.read(new URL(name, folder)));
  } catch (cause) {
    throw bundledError(cause, name);
  }
}

/** The error for the operator about a file that the build writes. */
function bundledError(cause: unknown, name: string): Error {
  return new Error(
    cause instanceof Deno.errors.NotFound
      ? "the databases are not built: run `deno task build`."
      : `${
        (cause as Error).message
      } (${name}). Run \`deno task build\`, or install Porthole again.`,
    { cause },
  );
}

/** Loads the completion for an edition. The country edition does without region names, which take much memory. */
export async function loadPlaceCompletion(
  edition: Edition,
): Promise<CompletePlace> {
  if (edition === "country") return withCountry;
  const { createPlaceCompletion } = await import("./places/place_facts.ts");
  return createPlaceCompletion();
}
