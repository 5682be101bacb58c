/** The document describes exactly the endpoints that the URL table marks. */
import assert from "node:assert/strict";
import { operationOf } from "../../lib/docs/operation.ts";
import { OPERATIONS } from "../../lib/docs/operations.ts";
import { URL_TABLE } from "../../lib/http/url_table.ts";

Deno.test("OPERATIONS - are the marked rows of the URL table, with their methods", () => {
  const rows = URL_TABLE.filter(({ openapi }) => openapi);
  assert.deepEqual(
    OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort(),
    rows.flatMap(({ path, methods }) =>
      methods.map((name) =>
        `${name.toLowerCase()} ${path.replace(/:(\w+)\*?/g, "{$1}")}`
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
    // Messages of MCP, files and pictures.
    const isNamed = row.openapi ||
      /^\/(?:mcp|export\/|geoip\/databases\/|preview\/)/.test(row.path) ||
      typeof row.errors === "object" ||
      URL_TABLE.some(({ path }) => path.startsWith(`${row.path}/:`));
    if (isForPrograms) assert(isNamed, row.path);
  }
});
