/** Writes computed data in a process of its own: its title, and the URL of the tables' folder. */
import { fileURLToPath } from "node:url";
import { runAsProcess } from "../../core/own_process.ts";
import { EXAMPLES_FILE } from "../../docs/document_cache.ts";
import { generateExamples } from "../../docs/examples.ts";
import {
  BUNDLED_COUNTRY_RANGES,
  openBundledAsn,
  openBundledCountries,
  openBundledGeo,
} from "../../data/bundled.ts";
import { packCountryRanges } from "../../data/networks/country_ranges.ts";
import { computeCountryRanges } from "../../ipinfo/ranges/country_ranges.ts";
import { CountryVote } from "../../ipinfo/sources/country_vote.ts";
import type { ComputedTitle } from "./project_data.ts";
import { readConfig } from "../config.ts";
import { createIpInfoServices } from "../services/ipinfo.ts";

/**
 * Writes the examples of the API's documentation. They depend on the bundled
 * tables alone, not on data that this machine has downloaded.
 *
 * @param dataRoot folder of the bundled tables, with a trailing slash
 */
async function writeExamples(dataRoot: URL): Promise<void> {
  const config = {
    ...readConfig(() => undefined),
    DATA_DIR: fileURLToPath(dataRoot),
  };
  const { profiles, loaded } = await createIpInfoServices({ config, dataRoot });
  await loaded();
  const examples = await generateExamples(profiles, Date.now());
  const file = new URL(EXAMPLES_FILE, dataRoot);
  await replaceFile(file, new TextEncoder().encode(JSON.stringify(examples)));
}

/**
 * Writes the addresses of each country, for each edition, so that the server need not
 * compute them for the first list.
 *
 * @param dataRoot folder of the bundled tables, with a trailing slash
 */
async function writeCountryRanges(dataRoot: URL): Promise<void> {
  const [{ table: asn }, { table: countries }] = await Promise.all([
    openBundledAsn(dataRoot),
    openBundledCountries(dataRoot),
  ]);
  for (const edition of ["city", "country"] as const) {
    const { table: geo, info } = await openBundledGeo(
      dataRoot,
      edition,
      (facts) => facts,
    );
    const tables = {
      geo,
      asn,
      countries,
      placeLists: [],
      anycast: [],
      geoFiles: [],
      regional: [],
    };
    const vote = new CountryVote({ geo, countries, table: asn });
    const rangesOf = (family: 4 | 6) =>
      computeCountryRanges(family, tables, vote, () => undefined);
    const packed = packCountryRanges(
      { 4: await rangesOf(4), 6: await rangesOf(6) },
      info.builtAt,
    );
    const file = new URL(BUNDLED_COUNTRY_RANGES[edition], dataRoot);
    await replaceFile(file, packed);
  }
}

/** A server that has been started reads no half of it. */
async function replaceFile(file: URL, bytes: Uint8Array): Promise<void> {
  const part = new URL(`${file.href}.part`);
  await Deno.writeFile(part, bytes);
  await Deno.rename(part, file);
}

/** By the title in the progress of the build. */
const WRITERS: Readonly<Record<ComputedTitle, (data: URL) => Promise<void>>> = {
  "addresses of each country": writeCountryRanges,
  "examples": writeExamples,
};

await runAsProcess(([title, folder]) =>
  WRITERS[title as ComputedTitle](new URL(folder))
);
