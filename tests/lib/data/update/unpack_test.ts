import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { packTar, type TarEntry } from "modern-tar";
import {
  unpack,
  type UnpackOptions,
} from "../../../../lib/data/update/unpack.ts";
import { forAllAsync } from "../../../support/for_all.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const options: UnpackOptions = {
  packing: "gzip",
  maxBytes: 1_000_000,
  signal: new AbortController().signal,
  onBytes() {},
};

async function unpacked(download: Uint8Array, more?: Partial<UnpackOptions>) {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  await Deno.writeFile(`${folder}/a`, download);
  await unpack(`${folder}/a`, `${folder}/b`, { ...options, ...more });
  return await Deno.readFile(`${folder}/b`);
}

/** Bytes that hardly compress. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return state >>> 24;
  });
}

const join = (...parts: Uint8Array[]) =>
  new Uint8Array(parts.flatMap((part) => [...part]));

const tarGz = async (...entries: TarEntry[]) =>
  gzipSync(await packTar(entries));

const member = (name: string, body: string | Uint8Array): TarEntry => ({
  header: { name, size: body.length },
  body,
});

const tar = { packing: "tar.gz" } as const;

Deno.test("unpack - restores any bytes", () =>
  forAllAsync([fc.uint8Array({ maxLength: 5000 })], async (bytes) => {
    assert.deepEqual(await unpacked(gzipSync(bytes)), bytes);
  }, { numRuns: 20 }));

Deno.test("unpack - reports its progress", async () => {
  const steps: number[] = [];
  await unpacked(gzipSync(noise(100_000)), { onBytes: (n) => steps.push(n) });
  assert.equal(steps.at(-1), 100_000);
  assert.deepEqual(steps, steps.toSorted((a, b) => a - b));
});

Deno.test("unpack - joins concatenated gzip members (RFC 1952, section 2.2)", async () => {
  const both = join(gzipSync("hello "), gzipSync("world"));
  assert.equal(text(await unpacked(both)), "hello world");
});

Deno.test("unpack - rejects a truncated or empty gzip file", async () => {
  const whole = gzipSync(noise(50_000));
  const lengths = [0, 1, 5, 10, 1000, whole.length - 8, whole.length - 1];
  for (const length of lengths) {
    await assert.rejects(unpacked(whole.subarray(0, length)), {
      message: "the download is truncated",
    }, `${length}`);
  }
});

Deno.test("unpack - rejects anything but gzip, damaged gzip, and trailing data", async () => {
  const whole = gzipSync(noise(1000));
  const damaged = whole.slice();
  damaged[500] ^= 1;
  const wrongSum = whole.slice();
  wrongSum[wrongSum.length - 6] ^= 1;
  const html = new TextEncoder().encode("<!doctype html>");
  const message = "the download is not a valid gzip file";
  for (const download of [html, damaged, wrongSum, join(whole, html)]) {
    await assert.rejects(unpacked(download), { message });
  }
  await assert.rejects(unpacked(html, tar), { message });
});

Deno.test("unpack - stops at the limit of the unpacked size", async () => {
  const bomb = gzipSync(new Uint8Array(50_000_000));
  let most = 0;
  const message = "it unpacks to more than 1.0 MB";
  const onBytes = (n: number) => most = n;
  await assert.rejects(unpacked(bomb, { onBytes }), { message });
  assert(most <= 1_000_000);
  const inTar = await tarGz(member("a.mmdb", new Uint8Array(2_000_000)));
  await assert.rejects(unpacked(inTar, tar), { message });
});

Deno.test("unpack - extracts the only database of a tar, whatever its path", async () => {
  const names = ["GeoLite2_2026/GeoLite2.mmdb", "../../up.mmdb", "/etc/a.mmdb"];
  for (const name of names) {
    const archive = await tarGz(
      { header: { name: "GeoLite2_2026/", size: 0, type: "directory" } },
      member("GeoLite2_2026/COPYRIGHT.txt", "by nobody"),
      member(name, "database"),
      member("GeoLite2_2026/LICENSE.txt", "x".repeat(10_000)),
    );
    assert.equal(text(await unpacked(archive, tar)), "database");
  }
});

Deno.test("unpack - extracts a large member completely", async () => {
  const bytes = noise(900_001);
  const archive = await tarGz(member("a.mmdb", bytes));
  assert.deepEqual(await unpacked(archive, tar), bytes);
});

Deno.test("unpack - rejects a tar with no database, two of them, or a link of that name", async () => {
  const linkname = "/etc/passwd";
  const link: TarEntry = {
    header: { name: "a.mmdb", size: 0, type: "symlink", linkname },
  };
  const cases = [
    [[], "no"],
    [[member("a.txt", "text")], "no"],
    [[link], "no"],
    [[member("a.mmdb", "one"), member("b.mmdb", "two")], "more than one"],
  ] as const;
  for (const [entries, many] of cases) {
    await assert.rejects(unpacked(await tarGz(...entries), tar), {
      message: `the archive contains ${many} .mmdb file`,
    });
  }
});

Deno.test("unpack - rejects a truncated tar and anything but a tar", async () => {
  const archive = await packTar([member("a.mmdb", "x".repeat(5000))]);
  const cut = [700, 3000, 5000].map((length) => archive.subarray(0, length));
  for (const bytes of [...cut, noise(5000)]) {
    await assert.rejects(unpacked(gzipSync(bytes), tar), {
      message: "the download is not a valid tar archive",
    }, `${bytes.length} bytes from ${bytes[0]}`);
  }
});

Deno.test("unpack - rejects with the error of a failed write", async () => {
  const source = await Deno.makeTempFile();
  const cases = [
    [gzipSync(noise(1000)), options],
    [await tarGz(member("a.mmdb", "database")), { ...options, ...tar }],
  ] as const;
  for (const [download, options] of cases) {
    await Deno.writeFile(source, download);
    const unpacking = unpack(source, "/dev/full", options);
    await assert.rejects(unpacking, /^Error: No space left on device/);
  }
  await Deno.remove(source);
});

Deno.test("unpack - rejects with the signal's reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const { signal } = controller;
  const onBytes = () => controller.abort(reason);
  const download = gzipSync(noise(500_000));
  await assert.rejects(unpacked(download, { signal, onBytes }), reason);
});
