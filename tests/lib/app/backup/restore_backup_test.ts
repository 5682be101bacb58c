import assert from "node:assert/strict";
import { join } from "node:path";
import { packTar, unpackTar } from "modern-tar";
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

async function assertRefused(
  bytes: Uint8Array<ArrayBuffer>,
  message: string | RegExp,
  what = String(message),
) {
  await using target = await tempFolder();
  const error = { name: "Error", message };
  await assert.rejects(restoreTo(target.path, bytes), error, what);
  assert.deepEqual(namesIn(target.path), [], what);
}

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
    await assertRefused(
      damaged,
      /^(?:The backup is damaged: .+|The backup is truncated|This is not a Porthole backup: it contains "[^"]+"|The backup's backup\.json cannot be read)\.$/,
      `case ${i}`,
    );
  }
});

const outside = ["../escaped.kv", "/tmp/escaped.kv", "data/../../x.kv"];
const cases: [message: string, ...names: string[]][] = outside.map((name) => [
  `This is not a Porthole backup: it contains "${name}".`,
  name,
]);
const twice = ["porthole.kv", "dns_index.db", "porthole.kv"];
cases.push(["The backup contains porthole.kv twice.", ...twice]);
for (const [message, ...names] of cases) {
  Deno.test(`restoreBackup - refuses ${names.join(", ")}`, async () => {
    const members = names.map((name) => ({
      header: { name, size: 1 },
      body: "x",
    }));
    await assertRefused(await packTar(members), message);
  });
}

test("restoreBackup - refuses a second table of contents, even the same one", async (source) => {
  const { bytes } = await archiveOf(source.path);
  const members = await unpackTar(bytes);
  const contents = members.find(({ header }) => header.name === "backup.json")!;
  const message = "The backup contains backup.json twice.";
  await assertRefused(await packTar([...members, contents]), message);
});

test("restoreBackup - refuses a folder in use even with force", async (source) => {
  const { bytes } = await archiveOf(source.path);
  const full =
    `${source.path} is not empty. Use --force to replace its data with the backup.`;
  const used = `A server is running on ${source.path}: stop it first.`;
  await assert.rejects(restoreTo(source.path, bytes), { message: full });
  await assert.rejects(restoreTo(source.path, bytes, true), { message: used });
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
