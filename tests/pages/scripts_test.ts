/** What islands and scripts may use of a browser. */
import assert from "node:assert/strict";

const root = new URL("../../", import.meta.url);
/**
 * What browsers of 2023 lack. esbuild translates newer syntax but adds no methods, and
 * types are those of Deno, which has all of them.
 */
const TOO_NEW =
  /\.getOrInsert(?:Computed)?\(|\b(?:Object|Map)\.groupBy|Promise\.(?:try|withResolvers)|Array\.fromAsync|RegExp\.escape|\.(?:to|setFrom)(?:Base64|Hex)\(|\bIterator\.|\.(?:symmetricD|d)ifference\(|\.is(?:Subset|Superset|Disjoint)(?:Of|From)\(|Error\.isError|URL\.parse|AbortSignal\.any|Math\.sumPrecise/g;

Deno.test("scripts - use no methods that browsers of 2023 lack", async () => {
  let count = 0;
  for (const folder of ["_fresh/client/", "static/"]) {
    for await (const { name } of Deno.readDir(new URL(folder, root))) {
      if (!name.endsWith(".js")) continue;
      count++;
      const code = await Deno.readTextFile(new URL(folder + name, root));
      assert.deepEqual(code.match(TOO_NEW), null, name);
    }
  }
  assert(count > 5, `${count} scripts`);
});
