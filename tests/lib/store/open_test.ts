import assert from "node:assert/strict";
import { join } from "node:path";
import { openStore } from "../../../lib/store/open.ts";

async function withFolder(test: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function withToken(test: () => Promise<void>) {
  const name = "DENO_KV_ACCESS_TOKEN";
  const before = Deno.env.get(name);
  Deno.env.set(name, "token-for-this-test");
  try {
    await test();
  } finally {
    if (before === undefined) Deno.env.delete(name);
    else Deno.env.set(name, before);
  }
}

Deno.test("openStore - creates the folder and keeps what is stored", () =>
  withFolder(async (folder) => {
    const dataDir = join(folder, "new", "data");
    const first = await openStore({ dataDir });
    await first.set(["greeting"], "hello");
    first.close();
    const second = await openStore({ dataDir });
    const { value } = await second.get(["greeting"]);
    second.close();
    assert.equal(value, "hello");
    assert.ok((await Deno.stat(join(dataDir, "porthole.kv"))).isFile);
  }));

Deno.test("openStore - gives a new folder to its owner only", () =>
  withFolder(async (folder) => {
    const dataDir = join(folder, "data");
    (await openStore({ dataDir })).close();
    assert.equal((await Deno.stat(dataDir)).mode! & 0o777, 0o700);
  }));

Deno.test("openStore - says which file is no database", () =>
  withFolder(async (folder) => {
    const file = join(folder, "porthole.kv");
    await Deno.writeTextFile(file, "not a database ".repeat(500));
    await assert.rejects(openStore({ dataDir: folder }), (error) => {
      assert.ok(error instanceof Error && error.cause instanceof Error);
      assert.equal(
        error.message,
        `Cannot open the KV store ${file}: file is not a database.`,
      );
      return true;
    });
  }));

Deno.test("openStore - rejects a folder that is a file", () =>
  withFolder(async (folder) => {
    const dataDir = join(folder, "data");
    await Deno.writeTextFile(dataDir, "");
    await assert.rejects(openStore({ dataDir }), (error) => {
      assert.ok(error instanceof Error && error.cause instanceof Error);
      const start = `Cannot open the KV store ${join(dataDir, "porthole.kv")}:`;
      assert.equal(error.message.slice(0, start.length), start);
      return true;
    });
  }));

Deno.test("openStore - never takes a malformed URL for a file name", () =>
  withFolder(async (folder) => {
    const kvUrl = join(folder, "kv.example");
    await assert.rejects(
      openStore({ dataDir: folder, kvUrl }),
      new Error(
        `Cannot open the KV store ${kvUrl}: not an http or https URL.`,
        { cause: new Error("not an http or https URL") },
      ),
    );
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));

Deno.test("openStore - does not wait for ever for a silent server", () =>
  withToken(async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const kvUrl = `http://127.0.0.1:${listener.addr.port}/`;
    const accepted = listener.accept();
    await assert.rejects(
      openStore({ dataDir: "unused", kvUrl, openLimitMs: 20 }),
      new Error(
        `Cannot open the KV store ${kvUrl}: no answer within 20 ms.`,
        { cause: new DOMException("no answer within 20 ms", "TimeoutError") },
      ),
    );
    (await accepted).close();
    listener.close();
  }));
