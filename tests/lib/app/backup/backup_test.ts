import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createTarDecoder, createTarPacker } from "modern-tar";
import {
  copyDatabase,
  isDatabaseInUse,
} from "../../../../lib/app/backup/write_backup.ts";
import { DnsIndex } from "../../../../lib/dns/index/dns_index.ts";
import { sizeOfFile } from "../../../../lib/dns/index/schema.ts";
import { feedServer } from "../../data/update/feed_server.ts";
import { lineFeed, lines } from "../../data/update/line_feed.ts";
import { fixture } from "../../data/update/update_fixture.ts";
import { archiveOf, namesIn, restoreTo } from "./fixture.ts";
import { testWith } from "../../../support/test_with.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

const test = testWith(withStore);

/** A folder with a store of a hundred entries. */
async function withStore() {
  const folder = await tempFolder();
  const kv = await Deno.openKv(join(folder.path, "porthole.kv"));
  for (let i = 0; i < 100; i++) await kv.set(["entry", i], { value: i });
  return {
    path: folder.path,
    kv,
    async [Symbol.asyncDispose]() {
      kv.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function entriesOf(dataDir: string): Promise<unknown[]> {
  using kv = await Deno.openKv(join(dataDir, "porthole.kv"));
  const entries = await Array.fromAsync(kv.list({ prefix: ["entry"] }));
  return entries.map(({ value }) => value);
}

const hundred = Array.from({ length: 100 }, (_, value) => ({ value }));

test("writeBackup - backs up a store while it is open and written", async (source) => {
  let isWriting = true;
  const writing = (async () => {
    for (let i = 0; isWriting; i++) await source.kv.set(["other", i % 500], i);
  })();
  const { bytes, members, messages } = await archiveOf(source.path);
  isWriting = false;
  await writing;
  assert.deepEqual(members.map(({ name }) => name), ["porthole.kv"]);
  assert.deepEqual(messages, []);
  // No temporary file is left.
  assert.deepEqual(
    namesIn(source.path).filter((name) => !name.startsWith("porthole.kv")),
    [],
  );
  await using target = await tempFolder();
  const { version, made_at } = await restoreTo(target.path, bytes);
  assert.deepEqual([version, made_at], ["1.2.3", "2026-11-21T12:00:00.000Z"]);
  assert.deepEqual(await entriesOf(target.path), hundred);
  using db = new DatabaseSync(join(target.path, "porthole.kv"));
  assert.deepEqual({ ...db.prepare("PRAGMA integrity_check").get() }, {
    integrity_check: "ok",
  });
});

Deno.test("writeBackup - backs up the DNS index", async () => {
  await using source = await tempFolder();
  const index = new DnsIndex({
    path: join(source.path, "dns_index.db"),
    now: () => 0,
    log: { warn: assert.fail, info() {} },
  });
  index.add([1, 2, 3].map((n) => ({
    kind: "ptr",
    name: `host-${n}.example.net`,
    value: `192.0.2.${n}`,
  })));
  await index.flush();
  const { bytes } = await archiveOf(source.path);
  await index.close();
  await using target = await tempFolder();
  await restoreTo(target.path, bytes);
  assert.equal(sizeOfFile(join(target.path, "dns_index.db")).rows, 3);
});

Deno.test("writeBackup - backs up downloaded data, and reports damaged files that it leaves out", async () => {
  await using data = await fixture();
  await using server = feedServer({
    "/a": () => new Response(lines(2)),
    "/b": () => new Response(lines(3)),
  });
  await data.update(
    ["a", "b"].map((name) => lineFeed(name, `${server.origin}/${name}`)),
  );
  await using source = await tempFolder();
  await Deno.rename(data.folder, join(source.path, "data"));
  await Deno.mkdir(data.folder);
  const names = namesIn(join(source.path, "data"));
  const damaged = names.find((name) => /^b\.\d+\./.test(name))!;
  const path = join(source.path, "data", damaged);
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, text.toUpperCase().replace(/^./, "#"));
  const { bytes, messages } = await archiveOf(source.path);
  assert.deepEqual(messages, [
    `Cannot open the data of b: ${damaged} is damaged`,
  ]);
  await using target = await tempFolder();
  await restoreTo(target.path, bytes);
  const wanted = names.filter((name) =>
    name === "a.json" || /^a\.\d+\./.test(name)
  );
  assert.equal(wanted.length, 2);
  assert.deepEqual(namesIn(join(target.path, "data")), wanted);
  const parsed = (folder: string) =>
    wanted.map((name) => {
      const text = Deno.readTextFileSync(join(folder, "data", name));
      return name.endsWith(".json") ? JSON.parse(text) : text;
    });
  assert.deepEqual(parsed(target.path), parsed(source.path));
});

Deno.test("writeBackup - rejects an empty folder", async () => {
  await using source = await tempFolder();
  await assert.rejects(archiveOf(source.path), {
    message: `There is nothing to back up in ${source.path}.`,
  });
});

test("restoreBackup - changes nothing if the archive is truncated or modified", async (source) => {
  const { bytes } = await archiveOf(source.path);
  const cut = [0, 100, 512, 5000, bytes.length - 2000, bytes.length - 1024]
    .map((length) => bytes.slice(0, length));
  const changed = [0, 600, 9000, bytes.length - 1800].map((at) => {
    const copy = bytes.slice();
    copy[at] ^= 0x20;
    return copy;
  });
  for (const [i, damaged] of [...cut, ...changed].entries()) {
    await using target = await tempFolder();
    await assert.rejects(
      restoreTo(target.path, damaged),
      /^Error: (?:The backup is damaged: .+|The backup is truncated|This is not a Porthole backup: it contains "[^"]+"|The backup's backup\.json cannot be read)\.$/,
      `case ${i}`,
    );
    assert.deepEqual(namesIn(target.path), [], `case ${i}`);
  }
});

const cases = [
  ...["../escaped.kv", "/tmp/escaped.kv", "data/../../x.kv"].map((name) =>
    [
      `names that lead out of the folder (${name})`,
      [name],
      `This is not a Porthole backup: it contains "${name}".`,
    ] as const
  ),
  ["two members of one name", [
    "porthole.kv",
    "dns_index.db",
    "porthole.kv",
  ], "The backup contains porthole.kv twice."],
] as const;
for (const [fault, names, message] of cases) {
  Deno.test(`restoreBackup - refuses ${fault}`, async () => {
    const { readable, controller } = createTarPacker();
    const bytes = new Response(readable).bytes();
    for (const name of names) {
      const writer = controller.add({ name, size: 1 }).getWriter();
      await writer.write(new Uint8Array(1));
      await writer.close();
    }
    controller.finalize();
    await using target = await tempFolder();
    await assert.rejects(restoreTo(target.path, await bytes), {
      name: "Error",
      message,
    });
    assert.deepEqual(namesIn(target.path), []);
  });
}

test("restoreBackup - refuses a second table of contents, even the same one", async (source) => {
  const { bytes } = await archiveOf(source.path);
  const { readable, controller } = createTarPacker();
  const twice = new Response(readable).bytes();
  const members = await Array.fromAsync(
    new Response(bytes).body!.pipeThrough(createTarDecoder()),
    async ({ header, body }) => ({
      header,
      content: await new Response(body).bytes(),
    }),
  );
  const contents = members.find(({ header }) => header.name === "backup.json")!;
  for (const { header, content } of [...members, contents]) {
    const writer = controller.add(header).getWriter();
    await writer.write(content);
    await writer.close();
  }
  controller.finalize();
  await using target = await tempFolder();
  await assert.rejects(restoreTo(target.path, await twice), {
    message: "The backup contains backup.json twice.",
  });
  assert.deepEqual(namesIn(target.path), []);
});

test("writeBackup - refuses a damaged store, and leaves out a damaged index", async (source) => {
  await using folder = await tempFolder();
  await copyDatabase(
    join(source.path, "porthole.kv"),
    join(folder.path, "whole"),
  );
  const bytes = await Deno.readFile(join(folder.path, "whole"));
  const damaged = bytes.slice();
  damaged.fill(0x5a, 8192);
  const [store, index] = ["porthole.kv", "dns_index.db"]
    .map((name) => join(folder.path, name));
  await Deno.writeFile(store, bytes);
  await Deno.writeFile(index, damaged);
  const { members, messages } = await archiveOf(folder.path);
  assert.deepEqual(members.map(({ name }) => name), ["porthole.kv"]);
  assert.deepEqual(messages, [`${index} is damaged.`]);
  await Deno.writeFile(store, damaged);
  await assert.rejects(archiveOf(folder.path), {
    message: `${store} is damaged.`,
  });
});

test("restoreBackup - refuses a folder in use even with force", async (source) => {
  const { bytes } = await archiveOf(source.path);
  await assert.rejects(restoreTo(source.path, bytes), {
    message:
      `${source.path} is not empty. Use --force to replace its data with the backup.`,
  });
  await assert.rejects(restoreTo(source.path, bytes, true), {
    message: `A server is running on ${source.path}: stop it first.`,
  });
  assert.deepEqual((await source.kv.get(["entry", 7])).value, { value: 7 });
});

test("restoreBackup - replaces existing data with force", async (source) => {
  const { bytes } = await archiveOf(source.path);
  await using target = await tempFolder();
  const kv = await Deno.openKv(join(target.path, "porthole.kv"));
  await kv.set(["entry", "of old"], 1);
  kv.close();
  await Deno.writeTextFile(join(target.path, "dns_index.db"), "no database");
  await Deno.writeTextFile(join(target.path, "ad.html"), "the operator's");
  await restoreTo(target.path, bytes, true);
  assert.deepEqual(namesIn(target.path), ["ad.html", "porthole.kv"]);
  assert.deepEqual(await entriesOf(target.path), hundred);
});

test("restoreBackup - cleans up after a restore that was killed", async (source) => {
  const { bytes } = await archiveOf(source.path);
  await using target = await tempFolder();
  const left = join(target.path, "restore.part", "data");
  await Deno.mkdir(left, { recursive: true });
  await Deno.writeTextFile(join(left, "a.json"), "half of a file");
  await Deno.writeTextFile(join(left, "..", "porthole.kv"), "half of a store");
  await restoreTo(target.path, bytes);
  assert.deepEqual(namesIn(target.path), ["porthole.kv"]);
  assert.deepEqual(await entriesOf(target.path), hundred);
  assert.equal(Deno.readDirSync(target.path).toArray().length, 2);
});

test("isDatabaseInUse - is true while another connection is open", async (source) => {
  const path = join(source.path, "porthole.kv");
  assert.equal(isDatabaseInUse(path), true);
  const copy = join(source.path, "copy.kv");
  await copyDatabase(path, copy);
  assert.equal(isDatabaseInUse(copy), false);
  assert.deepEqual(
    namesIn(source.path).filter((name) => name.startsWith("copy")),
    ["copy.kv"],
  );
});
