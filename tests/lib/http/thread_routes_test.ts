import assert from "node:assert/strict";
import { isThreadRoute } from "../../../lib/http/thread_routes.ts";
import { FACT_NAMES, URL_TABLE } from "../../../lib/http/url_table.ts";

const routes = new URL("../../../routes/", import.meta.url);

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, routes))].flatMap((entry) =>
    entry.isDirectory ? filesIn(`${folder}${entry.name}/`) : folder + entry.name
  );
}

Deno.test("isThreadRoute - is true for the file of each row that threads serve", () => {
  const files = filesIn("").filter(isThreadRoute);
  const rows = URL_TABLE.filter(({ threads }) => threads !== undefined);
  assert.deepEqual(
    ["index.tsx", "[target]/[fact].ts", "api/v2/ip/[ip].ts"]
      .filter((file) => !files.includes(file)),
    [],
  );
  // One file serves each fact of the caller's address.
  assert.equal(files.length, rows.length - FACT_NAMES.length);
});
