import assert from "node:assert/strict";
import { startApp } from "./support/app_process.ts";
import { storeFolder } from "./support/store_folder.ts";

const root = new URL("..", import.meta.url).pathname;

/** Modes of a folder and all in it, by name. */
async function modesOf(folder: string): Promise<Record<string, string>> {
  const modes: Record<string, string> = {};
  const add = async (name: string, path: string) => {
    // SQLite's journals come and go.
    const found = await Deno.stat(path).catch(() => null);
    if (found) modes[name] = (found.mode! & 0o777).toString(8);
  };
  await add(".", folder);
  for await (const { name } of Deno.readDir(folder)) {
    await add(name, `${folder}/${name}`);
  }
  return modes;
}

Deno.test("serve - a DATA_DIR that others can read is closed, with a warning", async () => {
  await using store = storeFolder();
  const folder = root + store.dataDir;
  {
    await using app = await startApp({ DATA_DIR: store.dataDir });
    assert.doesNotMatch(app.log(), /DATA_DIR/);
    const response = await fetch(`${app.origin}/lookup/192.0.2.1?output=json`);
    assert.equal(response.status < 500, true);
    await response.body?.cancel();
    const modes = await modesOf(folder);
    assert.equal(modes["."], "700");
    assert.equal(modes["porthole.kv"], "600");
    for (const [name, mode] of Object.entries(modes)) {
      assert.match(mode, /^[67]00$/, name);
    }
  }
  // As an earlier version, or an operator, may have left it.
  await Deno.chmod(folder, 0o755);
  await Deno.chmod(`${folder}/porthole.kv`, 0o644);
  await using app = await startApp({ DATA_DIR: store.dataDir });
  const lines = app.log().split("\n").filter((line) =>
    line.includes("DATA_DIR")
  );
  assert.equal(lines.length, 1);
  assert.match(
    lines[0],
    / warn {2}other users of this machine could read DATA_DIR; its modes are now 0700, and 0600 for files paths=".* .*porthole\.kv"$/,
  );
  for (const [name, mode] of Object.entries(await modesOf(folder))) {
    assert.match(mode, /^[67]00$/, name);
  }
});
