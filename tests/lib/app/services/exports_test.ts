import assert from "node:assert/strict";
import { SharedFiles } from "../../../../lib/data/shared_files.ts";
import { readConfig } from "../../../../lib/app/config.ts";
import { openExports } from "../../../../lib/app/services/exports.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { createLog } from "../../../../lib/core/log.ts";

const root = new URL("../../../../", import.meta.url);
const manifest = JSON.stringify({
  ...{ stamp: "of an older version", madeAt: 0, folder: "kept" },
  ...{ files: [], editions: [] },
});

/** Exports of a process that follows one which was killed while it made some. */
async function afterKill(dataRoot: URL) {
  const temporary = await tempFolder();
  const data = temporary.path;
  const folder = `${data}/export`;
  for (const name of ["kept", "killed"]) {
    await Deno.mkdir(`${folder}/${name}`, { recursive: true });
    await Deno.writeTextFile(`${folder}/${name}/City.mmdb.tree`, "nodes");
  }
  await Deno.writeTextFile(`${folder}/manifest.json`, manifest);
  const env: Record<string, string> = {
    DATA_DIR: data,
    GEO_EDITION: "country",
  };
  const logged: string[] = [];
  const write = (line: string) => void logged.push(line);
  const exports = await openExports({
    config: readConfig((name) => env[name]),
    dataRoot,
    version: "1",
    tables: () => ({ infos: [] }),
    files: new SharedFiles(),
    log: createLog({ level: "info", now: () => 0, write }),
  });
  return {
    exports,
    logged,
    /** The names of all files and folders, sorted. */
    names() {
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
      return names.flatMap((name) =>
        name.includes(".") ? name : [...Deno.readDirSync(`${folder}/${name}`)]
          .map((file) => `${name}/${file.name}`)
      ).sort();
    },
    async [Symbol.asyncDispose]() {
      await exports.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The nice values of this process's threads (proc_pid_stat(5), field 19). */
function niceValues(): number[] {
  return [...Deno.readDirSync("/proc/self/task")].map(({ name }) => {
    const stat = Deno.readTextFileSync(`/proc/self/task/${name}/stat`);
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}

const KEPT = ["kept/City.mmdb.tree", "manifest.json"];

Deno.test("openExports - deletes the files of an export that is stopped half-way", async () => {
  await using fixture = await afterKill(new URL("_data/", root));
  const { exports, names } = fixture;
  exports.update();
  // The last file that is opened; by then, those of the killed process are gone.
  const isBegun = (name: string) => name.endsWith("/Porthole-ASN.mmdb.records");
  await until(() => names().some(isBegun));
  assert.deepEqual(names().filter((name) => name.startsWith("killed")), []);
  if (Deno.build.os === "linux") assert(niceValues().includes(19));
  await exports.stop();
  assert.deepEqual(names(), KEPT);
  assert.equal(exports.manifest?.folder, "kept");
});

Deno.test("openExports - deletes what is left before an export that fails", async () => {
  await using fixture = await afterKill(new URL("file:///nonexistent/"));
  const { exports, logged, names } = fixture;
  exports.update();
  await until(() => logged.length > 0);
  assert.match(logged[0], /files cannot be exported/);
  assert.deepEqual(names(), KEPT);
});
