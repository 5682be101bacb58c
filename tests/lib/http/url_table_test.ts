import assert from "node:assert/strict";
import { posix } from "node:path";
import { FACT_NAMES, URL_TABLE } from "../../../lib/http/url_table.ts";
import { routeGroupOf, rowOf } from "../../../lib/http/url_rows.ts";

const routes = new URL("../../../routes/", import.meta.url);

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, routes))].flatMap((entry) =>
    entry.isDirectory ? filesIn(`${folder}${entry.name}/`) : folder + entry.name
  );
}

/** The pattern of a route file, as Fresh makes it. */
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

Deno.test("URL_TABLE - has a row for each route file and none besides, but for the facts of /:target", () => {
  const facts = FACT_NAMES.map((name) => `/${name}`);
  const paths = URL_TABLE.map(({ path }) => path);
  assert(patterns.includes("/:target"));
  assert.deepEqual(paths.toSorted(), [...patterns, ...facts].sort());
});

Deno.test("rowOf - finds the row of each path, and the metrics its group", () => {
  for (const row of URL_TABLE) {
    // What a parameter at the end stands for; nowhere else is one.
    const path = row.path.replace(
      /:\w+(\*?)$/,
      (_, rest) => rest ? "a/b" : "a.b",
    );
    assert(!path.includes(":"), path);
    assert.equal(rowOf(path), row);
    const group = row.path === "/" ? "other" : row.group;
    assert.equal(routeGroupOf(path), group, path);
  }
});

Deno.test("rowOf - a path without a route has none, or that of a rest", () => {
  for (const path of ["", "/word", "/a.b/c", "/country/x", "/docs/x", "//"]) {
    assert.equal(rowOf(path), undefined, path);
  }
  assert.equal(rowOf("/api")?.path, "/api/:path*");
  assert.equal(rowOf("/api/v2/x/y")?.path, "/api/v2/:path*");
  assert.equal(rowOf("/lookup/192.0.2.0/24")?.path, "/lookup/:query*");
});

Deno.test("rowOf - no path of the versioned API has another form of errors", () => {
  for (const path of ["/api/v1/x", "/api/v2/x", "/api/v3", "/api/v10/ip/x"]) {
    assert.equal(rowOf(path)?.errors, "api", path);
  }
  assert.equal(rowOf("/api/v1x")?.errors, "geoip");
});
