import assert from "node:assert/strict";
import fc from "fast-check";
import {
  feedName,
  type Manifest,
  parseFailure,
  parseManifest,
} from "../../../../lib/data/update/manifest.ts";

const manifest: Manifest = {
  feed: "tor-exits",
  file: "tor-exits.1795262400000.txt",
  format: 1,
  url: "https://lists.example/tor",
  etag: '"a"',
  lastModified: null,
  fetchedAt: 1795262400000,
  checkedAt: 1795262400000,
  builtAt: null,
  entries: 1200,
  bytes: 17000,
  sha256: "a".repeat(64),
  downloadSha256: "b".repeat(64),
};

Deno.test("parseManifest - reads a written manifest", () => {
  assert.deepEqual(
    parseManifest("tor-exits", JSON.stringify(manifest)),
    manifest,
  );
});

Deno.test("parseManifest - null for a file of another folder or feed", () => {
  for (
    const file of [
      "../tor-exits.1.txt",
      "/etc/passwd",
      "tor-exits.1.txt/x",
      "tor-exits-2.1.txt",
      "tor-exits.txt",
      "tor-exits.json",
      "",
    ]
  ) {
    const text = JSON.stringify({ ...manifest, file });
    assert.equal(parseManifest("tor-exits", text), null, file);
  }
  assert.equal(parseManifest("tor", JSON.stringify(manifest)), null);
});

Deno.test("parseManifest - null if a field is missing or of another type", () => {
  for (const key of Object.keys(manifest)) {
    const { [key as keyof Manifest]: _, ...rest } = manifest;
    assert.equal(parseManifest("tor-exits", JSON.stringify(rest)), null, key);
    const wrong = JSON.stringify({ ...manifest, [key]: { a: 1 } });
    assert.equal(parseManifest("tor-exits", wrong), null, key);
  }
});

Deno.test("parseManifest, parseFailure - never throw", () => {
  const text = fc.oneof(fc.string(), fc.json());
  fc.assert(fc.property(text, (text) => {
    assert.equal(parseManifest("tor-exits", text), null);
    assert.equal(parseFailure(text), null);
  }));
});

Deno.test("parseManifest - null for truncated text", () => {
  const text = JSON.stringify(manifest);
  fc.assert(fc.property(fc.nat(text.length - 1), (length) => {
    assert.equal(parseManifest("tor-exits", text.slice(0, length)), null);
  }));
});

Deno.test("parseFailure - time, reason, and how many there were; 1 if it is not stated", () => {
  assert.deepEqual(parseFailure('{"at":1,"reason":"full"}'), {
    at: 1,
    reason: "full",
    count: 1,
  });
  const third = { at: 1, reason: "full", count: 3 };
  assert.deepEqual(parseFailure(JSON.stringify(third)), third);
  assert.equal(parseFailure('{"at":1,"reason":"full","count":0}'), null);
});

Deno.test("feedName - lower case with hyphens", () => {
  for (const good of ["tor-exits", "x4b", "a"]) {
    assert.equal(feedName.safeParse(good).success, true, good);
  }
  for (const bad of ["", "-a", "a-", "A", "a.b", "a/b", "..", "a--b"]) {
    assert.equal(feedName.safeParse(bad).success, false, bad);
  }
});
