import { existsSync } from "node:fs";
import { BUNDLED_COUNTRY_RANGES } from "../../data/bundled.ts";
import { buildData } from "../../data/build_data.ts";

/** Writes the map and the flags in `static/`, unless they exist and are not to be built. */
export async function writeStaticFiles(
  root: URL,
  isBuild: boolean,
): Promise<void> {
  const outline = new URL("static/world.svg", root);
  if (!isBuild && existsSync(outline)) return;
  const { writeFlags, writeWorldOutline } = await import(
    "./generated_files.ts"
  );
  await writeWorldOutline(outline);
  await writeFlags(new URL("static/flags/", root));
}

/**
 * Writes the tables in `_data/`.
 *
 * @param root the project's folder, with a trailing slash
 * @param isBuild whether to compute again what exists, except for tables that are
 * up to date
 */
export async function writeTables(root: URL, isBuild: boolean): Promise<void> {
  const data = new URL("_data/", root);
  await buildData(data);
  const computed = ["examples.json", ...Object.values(BUNDLED_COUNTRY_RANGES)];
  if (isBuild || computed.some((name) => !existsSync(new URL(name, data)))) {
    const { writeCountryRanges, writeExamples } = await import(
      "./generated_files.ts"
    );
    await writeCountryRanges(data);
    await writeExamples(data);
  }
}
