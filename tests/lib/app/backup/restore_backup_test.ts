import assert from "node:assert/strict";
import { join } from "node:path";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { testWith } from "../../../support/test_with.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import {
  archiveOf,
  entriesOf,
  hundred,
  namesIn,
  restoreTo,
  withStore,
} from "./fixture.ts";

const test = testWith(withStore);

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
  await Deno.mkdir(join(target.path, "data"));
  await Deno.writeTextFile(join(target.path, "data", "old.json"), "{}");
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
