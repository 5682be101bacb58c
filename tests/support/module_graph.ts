const root = new URL("../../", import.meta.url);

interface Graph {
  modules: { dependencies?: { specifier: string }[] }[];
}

/** Everything that a module and those below it import, as they write it. */
export async function specifiersBelow(module: string): Promise<string[]> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", module],
    cwd: root,
  });
  const { stdout } = await command.output();
  const { modules }: Graph = JSON.parse(new TextDecoder().decode(stdout));
  return modules.flatMap(({ dependencies = [] }) =>
    dependencies.map(({ specifier }) => specifier)
  );
}

/** What the service is made of: the built server and its threads. */
export const serviceModules = [
  "_fresh/server.js",
  "lib/data/update/update_worker.ts",
  "lib/dns/index/index_worker.ts",
];
