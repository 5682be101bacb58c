import { existsSync } from "node:fs";
import {
  BUNDLED_COUNTRY_RANGES,
  type Edition,
  tablesToStart,
} from "../../data/bundled.ts";
import { buildData, type BuildReport } from "../../data/build_data.ts";
import { runInProcess } from "../../core/own_process.ts";
import { removeIfExists } from "../../data/update/durable_file.ts";
import { pendingOf } from "./build_state.ts";

/**
 * Writes the maps and the flags in `static/`, and what draws previews in
 * `_data/preview/`, unless they exist and are not to be built.
 */
export async function writeStaticFiles(
  root: URL,
  isBuild: boolean,
): Promise<void> {
  const folder = new URL("static/", root);
  const preview = new URL("_data/preview/", root);
  if (!isBuild && existsSync(new URL("map/", folder)) && existsSync(preview)) {
    return;
  }
  const program = new URL("./static_files.ts", import.meta.url);
  await runInProcess(program, [folder.href, preview.href]);
}

const COMPUTED_TITLES = ["addresses of each country", "examples"] as const;
/** What a build computes from the tables. */
export type ComputedTitle = typeof COMPUTED_TITLES[number];

const COMPUTED = ["examples.json", ...Object.values(BUNDLED_COUNTRY_RANGES)];

/**
 * Writes the tables in `_data/`.
 *
 * @param root the project's folder, with a trailing slash
 * @param isBuild whether to compute again what exists, except for tables that are
 * up to date
 */
export async function writeTables(
  root: URL,
  isBuild: boolean,
  report?: BuildReport,
): Promise<void> {
  const data = new URL("_data/", root);
  await buildData(data, { report });
  if (isBuild || COMPUTED.some((name) => !existsSync(new URL(name, data)))) {
    await writeComputed(data, report);
  }
  await removeIfExists(pendingOf(root));
}

/**
 * Writes the tables that a server of an edition needs to start, and notes that the
 * rest is pending: `writeTables` writes it.
 */
export async function writeTablesToStart(
  root: URL,
  edition: Edition,
  report: BuildReport,
): Promise<void> {
  const data = new URL("_data/", root);
  await buildData(data, { names: tablesToStart(edition), report });
  for (const name of COMPUTED) await removeIfExists(new URL(name, data));
  await Deno.writeTextFile(pendingOf(root), edition);
}

async function writeComputed(data: URL, report?: BuildReport): Promise<void> {
  report?.begin(COMPUTED_TITLES);
  const program = new URL("./computed_data.ts", import.meta.url);
  for (const title of COMPUTED_TITLES) {
    await runInProcess(program, [title, data.href]);
    report?.end(title);
  }
}
