import assert from "node:assert/strict";

/** The project's folder. */
export const root = new URL("../..", import.meta.url).pathname;

/** Copies the project with its bundles, but without tables; the packages are shared. */
export async function copyProject(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(root)) {
    if (["_data", "data", "dist", ".git"].includes(name)) continue;
    if (name === "node_modules") {
      await Deno.symlink(await Deno.realPath(root + name), `${folder}/${name}`);
      continue;
    }
    const copying = new Deno.Command("cp", {
      args: ["-a", root + name, folder],
    });
    assert((await copying.output()).success, name);
  }
}
