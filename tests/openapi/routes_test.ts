/** The URL table and the document name the same endpoints, and say the same of them. */
import assert from "node:assert/strict";
import { OPERATIONS } from "../../lib/docs/operations.ts";
import { URL_TABLE, type UrlRow } from "../../lib/http/url_table.ts";

/** A path of the table, as the document writes it. */
function documentedPath({ path }: UrlRow): string {
  return path.replace(/:(\w+)\*?/, "{$1}");
}

/** The document's name for the form of an error. */
function errorFormOf({ errors }: UrlRow): string {
  const format = typeof errors === "string" ? errors : errors.json;
  const forms = {
    text: "Text",
    geoip: "Error",
    api: "ApiError",
    lookup: "LookupError",
    accept: "Negotiated",
    page: "",
  };
  return forms[format];
}

const rows = URL_TABLE.filter(({ openapi }) => openapi);

Deno.test("OPERATIONS - are the rows of the URL table that are marked, with their method", () => {
  assert.deepEqual(
    OPERATIONS.map(({ method = "get", path }) => `${method} ${path}`).sort(),
    rows.flatMap((row) =>
      row.methods.map((name) => `${name.toLowerCase()} ${documentedPath(row)}`)
    ).sort(),
  );
});

Deno.test("OPERATIONS - rate limits, form of errors, quota and hosts are those of the table", () => {
  for (const row of rows) {
    const { buckets, errorForm, isMetered, hosts } = OPERATIONS.find((
      { path },
    ) => path === documentedPath(row))!;
    assert.deepEqual(
      { buckets, errorForm, isMetered, hosts },
      {
        buckets: row.buckets,
        errorForm: errorFormOf(row),
        isMetered: row.isMetered,
        hosts: row.hosts === "all" ? undefined : row.hosts,
      },
      row.path,
    );
  }
});

Deno.test("URL_TABLE - the document has every endpoint for programs that names its target", () => {
  for (const row of URL_TABLE) {
    const isForPrograms = row.errors !== "page" && row.methods.length > 0;
    const isNamed = row.openapi || typeof row.errors === "object" ||
      URL_TABLE.some(({ path }) => path.startsWith(`${row.path}/:`));
    if (isForPrograms) assert(isNamed, row.path);
  }
});
