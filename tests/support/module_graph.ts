const root = new URL("../../", import.meta.url);

interface Graph {
  modules: { dependencies?: { specifier: string }[] }[];
}

/** The import specifiers of a module and of all modules that it imports. */
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

/** The modules of the service: the built server and its threads. */
export const serviceModules = [
  "_fresh/server.js",
  "lib/data/update/update_worker.ts",
  "lib/dns/index/index_worker.ts",
];
