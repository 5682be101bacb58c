import assert from "node:assert/strict";
import { join, normalize } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import {
  BackupError,
  contentsText,
  copyDatabase,
  isDatabaseInUse,
  memberName,
  parseContents,
} from "../../../../lib/app/backup/write_backup.ts";
import { DnsIndex } from "../../../../lib/dns/index/dns_index.ts";
import { sizeOfFile } from "../../../../lib/dns/index/schema.ts";
import { ptr } from "../../dns/index/memory_index.ts";
import { feedServer } from "../../data/update/feed_server.ts";
import { lineFeed, lines } from "../../data/update/line_feed.ts";
import { fixture } from "../../data/update/update_fixture.ts";
import { forAll } from "../../../support/for_all.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { testWith } from "../../../support/test_with.ts";
import {
  archiveOf,
  entriesOf,
  hundred,
  namesIn,
  restoreTo,
  withStore,
} from "./fixture.ts";

const test = testWith(withStore);

const contents = {
  version: "1.2.3",
  made_at: "2026-11-21T12:00:00.000Z",
  files: [{ name: "porthole.kv", bytes: 5, sha256: "ab".repeat(32) }],
};

Deno.test("parseContents - reads what contentsText wrote", () => {
  const found = parseContents(contentsText(contents));
  assert.deepEqual(found, { format: 1, ...contents });
});

Deno.test("parseContents - distinguishes a newer format from malformed text", () => {
  const text = contentsText(contents);
  const cases = [
    [
      '{"format":2,"files":{}}',
      "The backup was written by a newer version of this program.",
    ],
    ...[
      ...['{"format":0}', "", "null"],
      text.replace("porthole.kv", "../porthole.kv"),
      text.replace('"bytes": 5', '"bytes": -5'),
    ].map((given) => [given, "The backup's backup.json cannot be read."]),
  ];
  for (const [given, message] of cases) {
    assert.throws(
      () => parseContents(given),
      (error) => error instanceof BackupError && error.message === message,
      given,
    );
  }
});

Deno.test("memberName - accepts the names that backups use", () => {
  const names = ["porthole.kv", "dns_index.db", "data/tor-exits.json"]
    .concat("data/tor-exits.1795262400000.tsv");
  for (const name of names) assert(memberName.safeParse(name).success, name);
});

Deno.test("memberName - refuses names that lead out of the folder", () => {
  const part = fc.constantFrom("..", ".", "/", "\\", "a", "data", "data/", "-");
  forAll([fc.array(part, { maxLength: 8 })], (parts) => {
    const name = parts.join("");
    if (!memberName.safeParse(name).success) return;
    const path = join("/folder", name);
    assert(path.startsWith("/folder/"), name);
    assert.equal(normalize(path), path);
  });
  for (const name of ["../x.kv", "/x.kv", "data/../x.kv", "x", ".x", "a..b"]) {
    assert.equal(memberName.safeParse(name).success, false, name);
  }
});

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
  const { integrity_check } = db.prepare("PRAGMA integrity_check").get()!;
  assert.equal(integrity_check, "ok");
});

Deno.test("writeBackup - backs up the DNS index", async () => {
  await using source = await tempFolder();
  const path = join(source.path, "dns_index.db");
  const log = { warn: assert.fail, info() {} };
  const index = new DnsIndex({ path, now: () => 0, log });
  index.add([1, 2, 3].map((n) => ptr(`host-${n}.example`, `192.0.2.${n}`)));
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
  const feeds = ["a", "b"].map((x) => lineFeed(x, `${server.origin}/${x}`));
  await data.update(feeds);
  await using source = await tempFolder();
  await Deno.rename(data.folder, join(source.path, "data"));
  await Deno.mkdir(data.folder);
  const names = namesIn(join(source.path, "data"));
  const damaged = names.find((name) => /^b\.\d+\./.test(name))!;
  const path = join(source.path, "data", damaged);
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, text.toUpperCase().replace(/^./, "#"));
  const { bytes, messages } = await archiveOf(source.path);
  const message = `Cannot open the data of b: ${damaged} is damaged`;
  assert.deepEqual(messages, [message]);
  await using target = await tempFolder();
  await restoreTo(target.path, bytes);
  const wanted = names.filter((name) => /^a\.(?:json$|\d+\.)/.test(name));
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
  const message = `There is nothing to back up in ${source.path}.`;
  await assert.rejects(archiveOf(source.path), { message });
});

test("writeBackup - refuses a damaged store, and leaves out a damaged index", async (source) => {
  await using folder = await tempFolder();
  const whole = join(folder.path, "whole");
  await copyDatabase(join(source.path, "porthole.kv"), whole);
  const bytes = await Deno.readFile(whole);
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
  const message = `${store} is damaged.`;
  await assert.rejects(archiveOf(folder.path), { message });
});

test("isDatabaseInUse - is true while another connection is open", async (source) => {
  const path = join(source.path, "porthole.kv");
  assert.equal(isDatabaseInUse(path), true);
  const copy = join(source.path, "copy.kv");
  await copyDatabase(path, copy);
  assert.equal(isDatabaseInUse(copy), false);
  const text = join(source.path, "text.kv");
  await Deno.writeTextFile(text, "no database");
  assert.equal(isDatabaseInUse(text), false);
  const found = namesIn(source.path).filter((name) => name.startsWith("copy"));
  assert.deepEqual(found, ["copy.kv"]);
});
