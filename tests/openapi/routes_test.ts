/** The document describes exactly the endpoints that the URL table marks. */
import assert from "node:assert/strict";
import { operationOf, templateOf } from "../../lib/docs/operation.ts";
import { OPERATIONS } from "../../lib/docs/operations.ts";
import { URL_TABLE } from "../../lib/http/url_table.ts";

/** The paths of a row, which the document has one by one. */
function pathsOf(path: string): string[] {
  return path === "/geoip/databases/:path*"
    ? ["download", "update"].map((last) => `/geoip/databases/:edition/${last}`)
    : [path];
}

Deno.test("OPERATIONS - are the marked rows of the URL table, with their methods", () => {
  const rows = URL_TABLE.filter(({ openapi }) => openapi);
  assert.deepEqual(
    OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort(),
    rows.flatMap(({ path, methods }) =>
      pathsOf(path).flatMap((path) =>
        methods.map((name) => `${name.toLowerCase()} ${templateOf(path)}`)
      )
    ).sort(),
  );
});

Deno.test("operationOf - a path that is not in the URL table is an error", () => {
  const { id, group, content } = OPERATIONS[0];
  const path = "/api/nothing/:here";
  assert.throws(() => operationOf({ id, group, content, path }), {
    name: "TypeError",
    message: "no URL table row for /api/nothing/:here",
  });
});

Deno.test("URL_TABLE - the document has every endpoint for programs that names its target", () => {
  for (const row of URL_TABLE) {
    const isForPrograms = row.errors !== "page" && row.methods.length > 0;
    const isNamed = row.openapi ||
      typeof row.errors === "object" ||
      URL_TABLE.some(({ path }) => path.startsWith(`${row.path}/:`));
    if (isForPrograms) assert(isNamed, row.path);
  }
});
