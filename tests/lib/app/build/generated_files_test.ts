import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { tempFolder } from "../../../support/temp_folder.ts";
import { writeFlags } from "../../../../lib/app/build/generated_files.ts";

Deno.test("writeFlags - writes a flag for each country code, once", async () => {
  await using temporary = await tempFolder();
  const folder = pathToFileURL(`${temporary.path}/flags/`);
  await writeFlags(folder);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assert(names.length > 240, `${names.length} flags`);
  assert(names.every((name) => /^[a-z]{2}\.svg$/.test(name)));
  const flag = new URL("gb.svg", folder);
  assert.match(await Deno.readTextFile(flag), /^<svg [^>]*viewBox=/);
  const { mtime } = await Deno.stat(flag);
  await writeFlags(folder);
  assert.deepEqual((await Deno.stat(flag)).mtime, mtime);
});
