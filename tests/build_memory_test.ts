/** A build must not need more memory than small machines have: a real one, with esbuild. */
import assert from "node:assert/strict";
import { copyProject } from "./support/copied_project.ts";
import { tempFolder } from "./support/temp_folder.ts";

/** A busy machine runs esbuild's garbage collection late; 195 MB on an idle one. */
const MAX_BYTES = 240e6;
const EVERY_MS = 30;

/** A process and those that it started. */
function treeOf(pid: number): number[] {
  const started = read(`/proc/${pid}/task/${pid}/children`).split(" ");
  const threads = [...listed(`/proc/${pid}/task`)]
    .filter((thread) => thread !== `${pid}`)
    .flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(" ")
    );
  const children = [...started, ...threads].map(Number).filter(Boolean);
  return [pid, ...children.flatMap(treeOf)];
}

function listed(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name);
  } catch {
    return [];
  }
}

/** Empty once the process has ended. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

/** Memory that the kernel cannot take from a process, as it can what is mapped from files. */
function ownBytes(pid: number): number {
  const status = read(`/proc/${pid}/status`);
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

Deno.test({
  name: "build - takes little memory, and all of it in turn",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using temporary = await tempFolder("porthole-build-");
    const folder = temporary.path;
    await copyProject(folder);
    await using building = new Deno.Command(Deno.execPath(), {
      args: ["task", "-q", "build", "--for=city"],
      cwd: folder,
      stdout: "null",
      stderr: "piped",
    }).spawn();
    let hasEnded = false;
    const ended = building.output().finally(() => hasEnded = true);
    let most = 0;
    while (!hasEnded) {
      const all = treeOf(building.pid).map(ownBytes);
      most = Math.max(most, all.reduce((sum, bytes) => sum + bytes, 0));
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    const { success, stderr } = await ended;
    assert(success, new TextDecoder().decode(stderr));
    assert(most > 100e6 && most < MAX_BYTES, `${most} bytes`);
    const { isFile } = await Deno.stat(`${folder}/_data/places-city-ipv4.bin`);
    assert(isFile);
  },
});
