import { messageOf } from "../core/errors.ts";
import { askThread } from "../core/thread_request.ts";
import type { TableRequest } from "./build_thread.ts";
import { BUILT_TABLES } from "./built_tables.ts";
import { PartialColumnFile } from "./columns/column_file.ts";

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

/** Is told what a build compiles. */
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
 * would take some 30 MB more. Skips tables that are up to date, and removes databases of
 * earlier versions.
 *
 * @throws {Error} of the first table that cannot be compiled
 */
export async function buildData(
  folder: URL,
  { names, report }: BuildDataOptions = {},
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    const isFormer = name.endsWith(".mmdb") || name.startsWith("located-");
    if (isFormer) await Deno.remove(new URL(name, folder));
  }
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
    await compileInThread({ name, folder: folder.href });
    await Deno.writeTextFile(versionFile(folder, name), await version());
    report?.end(title);
  }
}

/**
 * Each table in a thread of its own, whose end frees the memory.
 *
 * @throws {Error} that says which table cannot be compiled, and why
 */
async function compileInThread(request: TableRequest): Promise<void> {
  const worker = new Worker(new URL("./build_thread.ts", import.meta.url), {
    type: "module",
  });
  try {
    await askThread(worker, request);
  } catch (error) {
    throw new Error(`${request.name}: ${messageOf(error)}`);
  } finally {
    worker.terminate();
  }
}
