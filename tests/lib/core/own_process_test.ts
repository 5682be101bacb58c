import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import manifest from "../../../deno.json" with { type: "json" };
import { LESS_GARBAGE, runInProcess } from "../../../lib/core/own_process.ts";
import { tempFolder } from "../../support/temp_folder.ts";

const own = import.meta.resolve("../../../lib/core/own_process.ts");
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Runs a module whose work is `body`, with the argument `word`. */
async function run(body: string, use = runInProcess): Promise<string> {
  await using temporary = await tempFolder();
  const [program, written] = ["program.ts", "written"]
    .map((name) => join(temporary.path, name));
  await Deno.writeTextFile(
    program,
    `import { runAsProcess } from "${own}";
await runAsProcess(async ([path, word]) => { ${body} });`,
  );
  await use(pathToFileURL(program), [written, "word"]);
  return await Deno.readTextFile(written);
}

Deno.test("runInProcess - hands over the arguments and waits; throws with the message of the work, or the signal that ended its process", async () => {
  const body = "await Deno.writeTextFile(path, word);";
  assert.equal(await run(body), "word");
  const failed = run("throw new Error(`no ${word}`);");
  await assert.rejects(failed, { message: "no word" });
  const killed = run("Deno.kill(Deno.pid, 'SIGKILL');");
  await assert.rejects(killed, { message: "its process was ended by SIGKILL" });
});

Deno.test("runInProcess - ends the process if its own one is asked to stop", async () => {
  await using temporary = await tempFolder();
  const [outer, inner, ready] = ["outer.ts", "inner.ts", "ready"]
    .map((name) => join(temporary.path, name));
  await Deno.writeTextFile(
    outer,
    `import { runInProcess } from "${own}";
await runInProcess(new URL("inner.ts", import.meta.url), []);`,
  );
  await Deno.writeTextFile(
    inner,
    `Deno.writeTextFileSync("${ready}", String(Deno.pid));
await new Promise((resolve) => setTimeout(resolve, 60_000));`,
  );
  await using started = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", outer],
  }).spawn();
  const pidOf = () => Deno.readTextFile(ready).catch(() => "");
  while (await pidOf() === "") await pause();
  const pid = await pidOf();
  started.kill("SIGTERM");
  assert.equal((await started.status).code, 1);
  // It ends a moment later; its parent is gone, so it may stay a zombie.
  const isRunning = async () => {
    const read = Deno.readTextFile(`/proc/${pid}/status`);
    return /^State:\s+[^ZX]/m.test(await read.catch(() => ""));
  };
  while (await isRunning()) await pause();
});

Deno.test("LESS_GARBAGE - is what deno task build has", () => {
  const words = manifest.tasks.build.command.split(" ");
  assert(words.includes(LESS_GARBAGE));
});
