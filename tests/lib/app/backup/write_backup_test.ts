import assert from "node:assert/strict";
import { join, normalize } from "node:path";
import fc from "fast-check";
import {
  BackupError,
  contentsText,
  memberName,
  parseContents,
} from "../../../../lib/app/backup/write_backup.ts";
import { forAll } from "../../../support/for_all.ts";

const contents = {
  version: "1.2.3",
  made_at: "2026-11-21T12:00:00.000Z",
  files: [{ name: "porthole.kv", bytes: 5, sha256: "ab".repeat(32) }],
};

Deno.test("parseContents - reads what contentsText wrote", () => {
  assert.deepEqual(parseContents(contentsText(contents)), {
    format: 1,
    ...contents,
  });
});

Deno.test("parseContents - distinguishes a newer format from malformed text", () => {
  const unreadable = "The backup's backup.json cannot be read.";
  const text = contentsText(contents);
  const cases = [
    [
      '{"format":2,"files":{}}',
      "The backup was written by a newer version of this program.",
    ],
    ['{"format":0}', unreadable],
    ["", unreadable],
    ["null", unreadable],
    [text.replace("porthole.kv", "../porthole.kv"), unreadable],
    [text.replace('"bytes": 5', '"bytes": -5'), unreadable],
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
  const names = [
    "porthole.kv",
    "dns_index.db",
    "data/tor-exits.json",
    "data/tor-exits.1795262400000.tsv",
  ];
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
