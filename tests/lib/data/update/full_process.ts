/*
 * Updates a store on a small disk of its own, with less and less of it taken
 * by something else. Arguments: folder (the root of that disk); prints the
 * outcomes with the generation and the files in place.
 */
import { filesIn, generationOf, updateTo } from "./generations.ts";

const [disk] = Deno.args;
const folder = `${disk}/data`;
await updateTo(folder, 1);

/** Fills the disk, then frees some pages. */
async function fill(freePages: number) {
  using file = await Deno.open(`${disk}/filler`, {
    create: true,
    write: true,
    append: true,
  });
  const page = new Uint8Array(4096);
  try {
    for (;;) await file.write(page);
  } catch {
    // Full.
  }
  const { size } = await file.stat();
  await file.truncate(size - freePages * page.length);
}

const results = [];
for (let freePages = 0; freePages <= 16; freePages++) {
  await fill(freePages);
  const { outcome, message } = await updateTo(folder, freePages + 2);
  const generation = await generationOf(folder);
  results.push({ outcome, message, generation, files: filesIn(folder) });
  await Deno.remove(`${disk}/filler`);
}
console.log(JSON.stringify(results));
