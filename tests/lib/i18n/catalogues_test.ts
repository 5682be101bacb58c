import assert from "node:assert/strict";
import { dirname } from "node:path";
import { globSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);
const folders = globSync("lib/**/en.json", { cwd: ROOT.pathname }).map(dirname);
const HAN = /\p{Script=Han}/u;
/** English has the response's own title, and a country's code alone. */
const OTHER_VALUES = /^(?:lookup\.titles\.|country$)/;
/** Terms of others, and labels of fields, which English has as the code has them. */
const TRANSLATED_WORDS = /^(?:words|fields|reservedBlocks)\./;

/** The texts of a file by their paths, such as `form.modes`. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path.slice(1), value]];
  assert(typeof value === "object" && value !== null, path);
  return Object.entries(value)
    .flatMap(([key, text]) => textsOf(text, `${path}.${key}`));
}

async function read(folder: string, language: string) {
  const url = new URL(`${folder}/${language}.json`, ROOT);
  const texts = textsOf(JSON.parse(await Deno.readTextFile(url)));
  return texts.filter(([path]) => !TRANSLATED_WORDS.test(path));
}

const valuesOf = (text: string) =>
  new Set(text.matchAll(/\{(\w+)/g).map(([, name]) => name));

Deno.test("catalogues - the files of both languages have the same texts and values", async () => {
  assert(folders.length >= 3, String(folders));
  for (const folder of folders) {
    const [en, zh] = [await read(folder, "en"), await read(folder, "zh")];
    const paths = [zh, en].map((texts) => texts.map(([path]) => path));
    assert.deepEqual(paths[0], paths[1], folder);
    for (const [i, [path, english]] of en.entries()) {
      assert(!HAN.test(english), `${folder}: ${english}`);
      if (OTHER_VALUES.test(path)) continue;
      const missing = valuesOf(zh[i][1]).difference(valuesOf(english));
      assert.deepEqual([...missing], [], `${folder}: ${path}`);
    }
  }
});
