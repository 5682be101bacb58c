import assert from "node:assert/strict";
import { MmdbFile } from "../../lib/data/mmdb_file.ts";
import { ipv4FromValue } from "../../lib/net/ip_address.ts";
import { seededRandom } from "../evaluation/samples.ts";
import { testApp } from "../support/app.ts";
import { writeMmdb } from "../support/mmdb.ts";
import { browse } from "../support/routes.ts";

/** Each /8 has a record of its own. */
const whole = writeMmdb(Array.from({ length: 256 }, (_, i) => [
  i.toString(2).padStart(8, "0"),
  { country: { iso_code: "FR", names: { en: `France ${i}` } } },
]));

/** 50 bytes of the file have other values, but not in its metadata. */
function damaged(seed: number): Uint8Array {
  const random = seededRandom(seed);
  const bytes = whole.slice();
  for (let i = 0; i < 50; i++) {
    bytes[Math.floor(random() * (bytes.length - 200))] ^= 1 + random() * 255;
  }
  return bytes;
}

/** Whether reading the record of each /8 throws. */
function unreadable(bytes: Uint8Array): boolean[] {
  const file = MmdbFile.open(bytes);
  return Array.from({ length: 256 }, (_, i) => {
    try {
      file.record(ipv4FromValue(i * 2 ** 24 + 0x08080808));
      return false;
    } catch {
      return true;
    }
  });
}

Deno.test("GEO_DATABASES - a damaged file fails no request, and is logged once", async () => {
  const path = await Deno.makeTempFile({ suffix: ".mmdb" });
  try {
    const bytes = damaged(1);
    const bad = unreadable(bytes).flatMap((isBad, i) =>
      isBad && i > 10 && i < 100 ? [`${i}.8.8.8`] : []
    );
    assert(bad.length >= 2, `${bad}`);
    await Deno.writeFile(path, bytes);
    await using app = await testApp({
      env: { GEO_DATABASES: path, RATE_LIMIT_GEOIP: "0" },
    });
    for (let first = 11; first <= 100; first++) {
      const { status } = await app.get(`/json/${first}.8.8.8`);
      assert.equal(status, 200, `${first}`);
    }
    const paths = ["", "/country"].map((path) => `/${bad[1]}${path}`);
    paths.push(`/api/geoip/${bad[1]}`, `/api/v1/ip/${bad[1]}`);
    paths.push(`/geoip/v2.1/city/${bad[1]}`, "/api/ranges/country/FR");
    for (const path of paths) {
      assert.equal((await browse(app, path)).status, 200, path);
    }
    const lines = app.logged.filter((line) => / (?:warn|error) /.test(line));
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(
      lines[0],
      / error "?a database is damaged: it says nothing about some addresses"? name=geo-file:test error="[^"]+"$/,
    );
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("GEO_DATABASES - pages name a file whose terms are unknown, without a link", async () => {
  const path = await Deno.makeTempFile({ suffix: ".mmdb" });
  try {
    await Deno.writeFile(path, whole);
    await using app = await testApp({ env: { GEO_DATABASES: path } });
    const page = async (path: string) => {
      const { status, html } = await browse(app, path);
      assert.equal(status, 200, path);
      assert(!html.includes('href=""'), path);
      return html;
    };
    for (const path of ["/", "/11.8.8.8", "/lookup"]) await page(path);
    const about = await page("/about");
    assert.match(about, /<t[dh][^>]*>test<\/t[dh]><td[^>]*>–<\/td>/);
  } finally {
    await Deno.remove(path);
  }
});
