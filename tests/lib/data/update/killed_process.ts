/*
 * Updates a store and kills itself, as by `kill -9`, before its nth change of
 * the file system. Arguments: folder, generation, n; prints how many there were.
 * With n = 0 it goes on updating until somebody else kills it.
 */
import { updateTo } from "./generations.ts";

const [folder, generation, n] = Deno.args;
let changes = 0;

function count(owner: object, name: string) {
  const original = Reflect.get(owner, name);
  Reflect.defineProperty(owner, name, {
    value(this: unknown, ...args: unknown[]) {
      if (++changes === Number(n)) Deno.kill(Deno.pid, "SIGKILL");
      return Reflect.apply(original, this, args);
    },
  });
}

for (const name of ["open", "rename", "remove", "mkdir", "writeFile"]) {
  count(Deno, name);
}
for (const name of ["write", "sync", "close"]) {
  count(Deno.FsFile.prototype, name);
}

await updateTo(folder, Number(generation));
console.log(changes);
for (let next = Number(generation) + 1; n === "0"; next++) {
  await updateTo(folder, next);
}
