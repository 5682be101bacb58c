import assert from "node:assert/strict";
import { join } from "node:path";
import { restrictToOwner } from "../../../lib/store/private_folder.ts";

async function modeOf(path: string): Promise<number> {
  return (await Deno.stat(path)).mode! & 0o777;
}

async function withFolder(test: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function fileIn(folder: string, name: string, mode: number) {
  const path = join(folder, name);
  await Deno.writeTextFile(path, "");
  await Deno.chmod(path, mode);
  return path;
}

Deno.test("restrictToOwner - restricts folder and files to their owner, and returns which", () =>
  withFolder(async (folder) => {
    const data = join(folder, "data");
    await Deno.mkdir(data);
    await Deno.chmod(data, 0o755);
    const store = await fileIn(data, "porthole.kv", 0o644);
    const index = await fileIn(data, "dns-index.sqlite", 0o660);
    const kept = await fileIn(data, "kept", 0o400);
    assert.deepEqual(await restrictToOwner(data), {
      restricted: [data, index, store],
      accessible: [],
    });
    assert.equal(await modeOf(data), 0o700);
    assert.equal(await modeOf(store), 0o600);
    assert.equal(await modeOf(index), 0o600);
    assert.equal(await modeOf(kept), 0o400);
    assert.deepEqual(await restrictToOwner(data), {
      restricted: [],
      accessible: [],
    });
  }));

Deno.test("restrictToOwner - skips link targets and subfolders", () =>
  withFolder(async (folder) => {
    const data = join(folder, "data");
    await Deno.mkdir(join(data, "inside"), { recursive: true });
    await Deno.chmod(data, 0o700);
    await Deno.chmod(join(data, "inside"), 0o755);
    const elsewhere = await fileIn(folder, "elsewhere", 0o644);
    await Deno.symlink(elsewhere, join(data, "link"));
    assert.deepEqual(await restrictToOwner(data), {
      restricted: [],
      accessible: [],
    });
    assert.equal(await modeOf(elsewhere), 0o644);
    assert.equal(await modeOf(join(data, "inside")), 0o755);
  }));

Deno.test("restrictToOwner - does nothing if the folder is missing", () =>
  withFolder(async (folder) => {
    const data = join(folder, "none");
    assert.deepEqual(await restrictToOwner(data), {
      restricted: [],
      accessible: [],
    });
    await assert.rejects(Deno.stat(data), Deno.errors.NotFound);
  }));
