/** The first `deno task start` of a clone: the server starts before the whole build is there. */
import assert from "node:assert/strict";
import { tablesToStart } from "../lib/data/bundled.ts";
import { startApp } from "./support/app_process.ts";
import { copyProject, root } from "./support/copied_project.ts";
import { tempFolder } from "./support/temp_folder.ts";

/** The project with its build, but of the tables only those that a server needs to start. */
async function startedProject(folder: string): Promise<void> {
  await copyProject(folder);
  await Deno.mkdir(`${folder}/_data`);
  const tables = ["places-city-ipv4.bin", "places-city-ipv6.bin"]
    .concat(tablesToStart("country"));
  for (const name of tables.flatMap((name) => [name, `${name}.version`])) {
    await Deno.copyFile(`${root}_data/${name}`, `${folder}/_data/${name}`);
  }
  await Deno.writeTextFile(`${folder}/_data/pending`, "country");
  await Deno.writeTextFile(`${folder}/_data/stamp`, "");
}

/** An npm registry that has nothing, and the paths that were requested. */
function emptyRegistry() {
  const paths: string[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ url }) => {
      paths.push(new URL(url).pathname);
      return new Response(null, { status: 404 });
    },
  );
  return { url: `http://127.0.0.1:${server.addr.port}`, paths, server };
}

Deno.test("start - serves while the rest of the build is made, which the next start finds", async () => {
  await using temporary = await tempFolder("porthole-first-");
  const folder = temporary.path;
  const registry = emptyRegistry();
  await using _server = registry.server;
  await startedProject(folder);
  await using app = await startApp(
    { DENO_DIR: `${folder}/deno`, NPM_CONFIG_REGISTRY: registry.url },
    { folder, program: [Deno.execPath(), "task", "-q"] },
    ["start"],
  );
  const get = async (path: string) => await fetch(app.origin + path);
  const isThere = (name: string) =>
    Deno.stat(`${folder}/_data/${name}`).then(() => true, () => false);
  const statuses = await Promise.all(
    ["/api/ranges/country/VA", "/openapi.json"].map(async (path) => {
      const response = await get(path);
      await response.body?.cancel();
      return response.status;
    }),
  );
  assert.deepEqual(statuses, [200, 200], app.log());
  while (await isThere("pending")) {
    assert.doesNotMatch(app.log(), /porthole: /);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert(await isThere("country-ranges-city.bin"));
  const { paths } = await (await get("/openapi.json")).json();
  const { content } = paths["/asn"].get.responses[200];
  assert.equal(typeof content["text/plain"].example, "string");
  await app.stop();
  assert.match(app.log(), / stopped\n$/);
  // `deno task` had installed the packages.
  assert.deepEqual(registry.paths, []);
});
