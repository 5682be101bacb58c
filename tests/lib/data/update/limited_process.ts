/*
 * Updates a store to generation 2 in a process whose files may not grow.
 * Arguments: folder, number of rows, "gzip" or "plain"; prints the outcome.
 */
import { updateTo } from "./generations.ts";

const [folder, count, packing] = Deno.args;
const outcome = await updateTo(folder, 2, {
  count: Number(count),
  gzip: packing === "gzip",
});
console.log(JSON.stringify(outcome));
