import assert from "node:assert/strict";
import { posix } from "node:path";
import { FACT_NAMES, URL_TABLE } from "../../../lib/http/url_table.ts";

const routes = new URL("../../../routes/", import.meta.url);

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, routes))].flatMap((entry) =>
    entry.isDirectory ? filesIn(`${folder}${entry.name}/`) : folder + entry.name
  );
}

/** The pattern that Fresh derives from a route file. */
function patternOf(file: string): string {
  const { dir, name } = posix.parse(file);
  return posix.join("/", dir, name === "index" ? "" : name)
    .replace(/\/\(\w+\)/g, "")
    .replace(/\[\.\.\.(\w+)\]$/, ":$1*")
    .replace(/\[(\w+)\]/g, ":$1");
}

const patterns = filesIn("")
  .filter((file) => !posix.basename(file).startsWith("_"))
  .map(patternOf);

Deno.test("URL_TABLE - has one row for each route file, and one for each fact of /:target", () => {
  const facts = FACT_NAMES.map((name) => `/${name}`);
  const paths = URL_TABLE.map(({ path }) => path);
  assert(patterns.includes("/:target"));
  assert.deepEqual(paths.toSorted(), [...patterns, ...facts].sort());
});
