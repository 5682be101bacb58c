/** Routes and document name the same endpoints. */
import assert from "node:assert/strict";
import { OPERATIONS } from "../../lib/docs/operations.ts";

const routes = new URL("../../routes/", import.meta.url);

function* filesIn(folder: string): Generator<string> {
  for (
    const { name, isDirectory } of Deno.readDirSync(new URL(folder, routes))
  ) {
    if (isDirectory) yield* filesIn(`${folder}${name}/`);
    else yield folder + name;
  }
}

/** The path a route file answers, as the document writes it. */
function pathOf(file: string): string {
  const path = file.replace(/\.tsx?$/, "")
    .replace(/\(\w+\)\//g, "")
    .replace(/(?:^|\/)index$/, "")
    .replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
  return `/${path}`;
}

function textOf(file: string): string {
  return Deno.readTextFileSync(new URL(file, routes));
}

/** Answers of every route below a folder; those that only say that a target is missing have none of their own. */
function endpointsIn(folder: string): string[] {
  return [...filesIn(folder)]
    .filter((file) => !/\/(?:_middleware\.ts|\[\.\.\.path\]\.ts)$/.test(file))
    .filter((file) => !/\bmissingTarget\b/.test(textOf(file)))
    .flatMap((file) =>
      ["get", "post"].filter((method) =>
        new RegExp(`\\b${method.toUpperCase()}\\b`).test(textOf(file))
      ).map((method) => `${method} ${pathOf(file)}`)
    ).sort();
}

const documented = OPERATIONS.map(({ method = "get", path }) =>
  `${method} ${path}`
).sort();

Deno.test("routes/api - the document has every endpoint, and no other", () => {
  const found = endpointsIn("api/");
  assert(found.length >= 12, `${found.length} are found`);
  assert.deepEqual(
    documented.filter((endpoint) => endpoint.includes(" /api/")),
    found,
  );
});

Deno.test("routes - the document has every one that is no page, and no other", () => {
  const files = [...Deno.readDirSync(routes)]
    .filter(({ name, isFile }) => isFile && /^[^_].*\.ts$/.test(name))
    .map(({ name }) => name)
    // What takes a form of a page is a part of that page.
    .filter((file) => !/\bPOST\b/.test(textOf(file)));
  const found = [...files, ...filesIn("(facts)/")].map(pathOf);
  // Pages that answer programs as well.
  const pages = ["/", "/lookup/{query}", "/whois/{target}"];
  for (
    const path of [
      "index.tsx",
      "lookup/[...query].tsx",
      "whois/[...target].tsx",
    ]
  ) {
    assert(pages.includes(pathOf(path)), pathOf(path));
    assert(textOf(path).includes("jsonResponse"), path);
  }
  assert.deepEqual(
    OPERATIONS.map(({ path }) => path).filter((path) =>
      !path.startsWith("/api/")
    ).sort(),
    [...found, ...pages].sort(),
  );
});
