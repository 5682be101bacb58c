import { existsSync } from "node:fs";
import { BUNDLED_COUNTRY_RANGES } from "../../data/bundled.ts";
import { buildData } from "../../data/build_data.ts";

/**
 * Writes the tables in `_data/`, and the map and the flags in `static/`.
 *
 * @param root the project's folder, with a trailing slash
 * @param isBuild whether to compute again what exists, except for tables that are
 * up to date
 */
export async function writeProjectData(
  root: URL,
  isBuild: boolean,
): Promise<void> {
  const data = new URL("_data/", root);
  const isNeeded = (file: URL) => isBuild || !existsSync(file);
  await buildData(data);
  const outline = new URL("static/world.svg", root);
  if (isNeeded(outline)) {
    const { writeFlags, writeWorldOutline } = await import(
      "./generated_files.ts"
    );
    await writeWorldOutline(outline);
    await writeFlags(new URL("static/flags/", root));
  }
  const computed = ["examples.json", ...Object.values(BUNDLED_COUNTRY_RANGES)];
  if (computed.some((name) => isNeeded(new URL(name, data)))) {
    const { writeCountryRanges, writeExamples } = await import(
      "./generated_files.ts"
    );
    await writeCountryRanges(data);
    await writeExamples(data);
  }
}
