/** Downloads of exported files, and geoipupdate's protocols (`client/` of its version 7, `http_reader.go` of its version 6). */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import { types } from "../../support/responses.ts";
import {
  type RequestOptions,
  type TestApp,
  testApp,
} from "../../support/app.ts";
import { exportApp as appWith, md5 } from "../../support/export_app.ts";
import { newMember } from "../../support/members.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import { testWith } from "../../support/test_with.ts";
import { assertHead } from "../../support/routes.ts";

const test = testWith(() => exportApp());

const peer = "66.102.0.1";
const NAME = "Porthole-City";
const MADE_AT = Date.UTC(2026, 10, 24, 4, 30);
const DATE = "Tue, 24 Nov 2026 04:30:00 GMT";
const database = new TextEncoder().encode("a database of 26 bytes ...");
/** In parts, of which the second one is the database. */
const parts = ["a header", database, "a notice"].map((part) => gzipSync(part));
const archive = new Uint8Array(Buffer.concat(parts));

const files = { [`${NAME}.mmdb`]: database, [`${NAME}.tar.gz`]: archive };

/** An app with the files of an export. */
const exportApp = (env: Record<string, string> = {}) =>
  appWith({
    files,
    editions: [{
      name: NAME,
      md5: md5(database),
      packed: [parts[0].length, parts[0].length + parts[1].length],
    }],
    madeAt: MADE_AT,
  }, { env: { RATE_LIMIT_RANGES: "0", ...env } });

const PATH = "/export/Porthole-City.mmdb";

async function get(app: TestApp, path: string, options: RequestOptions = {}) {
  const response = await app.get(path, { peer, ...options });
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { status, headers, body, text: new TextDecoder().decode(body) };
}

test("GET /export - lists the files", async (app) => {
  const response = await get(app, "/export");
  assertHead(response, 200, { "content-type": types.json });
  assert.deepEqual(JSON.parse(response.text), {
    made_at: "2026-11-24T04:30:00.000Z",
    files: Object.entries(files).map(([name, bytes]) => ({
      name,
      path: `/export/${name}`,
      type: "application/octet-stream",
      bytes: bytes.length,
      md5: md5(bytes),
    })),
  });
});

test("GET /export/{file} - sends the file, a range of it, or 304", async (app) => {
  const etag = `"${md5(database)}"`;
  const whole = await get(app, PATH);
  assert.deepEqual(whole.body, database);
  assertHead(whole, 200, {
    "content-type": "application/octet-stream",
    "content-length": "26",
    "content-disposition": 'attachment; filename="Porthole-City.mmdb"',
    "accept-ranges": "bytes",
    "etag": etag,
    "last-modified": DATE,
    "cache-control": "max-age=3600, no-transform",
  });
  const second = "Tue, 24 Nov 2026 04:29:59 GMT";
  const other = '"other"';
  const rows = [
    [{ range: "bytes=0-3" }, 206, "a da", "bytes 0-3/26"],
    [{ range: "bytes=23-" }, 206, "...", "bytes 23-25/26"],
    [{ range: "bytes=-3" }, 206, "...", "bytes 23-25/26"],
    [{ range: "bytes=20-99" }, 206, "es ...", "bytes 20-25/26"],
    [{ range: "bytes=26-" }, 416, "", "bytes */26"],
    [{ range: "bytes=-0" }, 416, "", "bytes */26"],
    [{ range: "bytes=5-3" }, 200, null, null],
    [{ range: "bytes=0-1,3-4" }, 200, null, null],
    [{ range: "lines=0-1" }, 200, null, null],
    [{ range: "bytes=0-3", "if-range": etag }, 206, "a da", "bytes 0-3/26"],
    [{ range: "bytes=0-3", "if-range": DATE }, 206, "a da", "bytes 0-3/26"],
    [{ range: "bytes=0-3", "if-range": other }, 200, null, null],
    [{ "if-none-match": etag }, 304, "", null],
    [{ "if-none-match": other, "if-modified-since": DATE }, 200, null, null],
    [{ "if-modified-since": DATE }, 304, "", null],
    [{ "if-modified-since": second }, 200, null, null],
  ] as [Record<string, string>, number, string | null, string | null][];
  for (const [headers, status, body, range] of rows) {
    const name = JSON.stringify(headers);
    const response = await get(app, PATH, { headers });
    assertHead(response, status, { "content-range": range }, name);
    assert.equal(response.text, body ?? whole.text, name);
  }
  const head = await get(app, PATH, { method: "HEAD" });
  assertHead(head, 200, { "content-length": "26" });
});

test("GET /export/{file} - sends only what the manifest lists", async (app) => {
  for (const name of ["manifest.json", "..%2Fmanifest.json", "old", "x.mmdb"]) {
    const { status, text } = await get(app, `/export/${name}`);
    assert.equal(status, 404, name);
    assert.equal(JSON.parse(text).error.code, "NOT_FOUND");
  }
});

test("geoipupdate - gets checksums and an archive", async (app) => {
  const edition = { edition_id: NAME, md5: md5(database), date: "2026-11-24" };
  const editions = { [NAME]: [edition], "GeoIP2-City": [] };
  for (const [name, databases] of Object.entries(editions)) {
    const path = `/geoip/updates/metadata?edition_id=${name}`;
    const { text } = await get(app, path);
    assert.deepEqual(JSON.parse(text), { databases });
  }
  const download = "/geoip/databases/Porthole-City/download";
  const sent = await get(app, `${download}?date=20261124&suffix=tar.gz`);
  assertHead(sent, 200, { "last-modified": DATE });
  assert.deepEqual(sent.body, archive);
  const update = "/geoip/databases/Porthole-City/update?db_md5=";
  const changed = await get(app, update + "0".repeat(32));
  assert.deepEqual(new Uint8Array(gunzipSync(changed.body)), database);
  assertHead(changed, 200, {
    "content-disposition": 'attachment; filename="Porthole-City.mmdb.gz"',
    "content-length": `${parts[1].length}`,
    "content-type": "application/octet-stream",
    "etag": `"${md5(database)}-gz"`,
    "last-modified": DATE,
    "x-database-md5": md5(database),
  });
  const same = await get(app, update + md5(database));
  assert.deepEqual([same.status, same.text], [304, ""]);
  const rows = [
    [`${download}?suffix=zip`, 400],
    ["/geoip/databases/GeoIP2-City/download", 404],
    ["/geoip/databases/GeoIP2-City/update", 404],
    ["/geoip/databases/Porthole-City/x/download", 404],
    ["/geoip/databases/Porthole-City", 404],
  ] as const;
  for (const [path, status] of rows) {
    const response = await get(app, path);
    assertHead(response, status, { "content-type": types.geoip2Error }, path);
  }
});

Deno.test("EXPORT - off, for members, and before the first export", async () => {
  await using off = await exportApp({ EXPORT: "off" });
  assert.equal((await get(off, PATH)).status, 404);
  await using app = await exportApp({ EXPORT: "members" });
  const { token } = await newMember(app, "export@example.net");
  const wrong = `ph_${"a".repeat(43)}`;
  const cases = [
    [{}, 401],
    [{ authorization: `Bearer ${wrong}` }, 401],
    [{ authorization: `Basic ${btoa(`42:${wrong}`)}` }, 401],
    [{ authorization: `Basic ${btoa(`42:${token}`)}` }, 200],
    [{ "x-api-key": token }, 200],
  ] as [Record<string, string>, number][];
  const databases = [`databases/${NAME}/update`, "updates/metadata"];
  const paths = [PATH, "/export", ...databases.map((it) => `/geoip/${it}`)];
  for (const [headers, status] of cases) {
    for (const path of paths) {
      assert.equal((await get(app, path, { headers })).status, status, path);
    }
  }
  await using folder = await tempFolder();
  const env = { EXPORT: "on", DATA_DIR: folder.path };
  await using empty = await testApp({ env });
  assertHead(await get(empty, PATH), 503, { "retry-after": "60" });
});

Deno.test("GET /export/{file} - holds against a flood", async () => {
  await using app = await exportApp({ RATE_LIMIT_RANGES: "5" });
  // Two downloads that nobody reads hold the client's permits.
  const ask = () => app.get(PATH, { peer });
  const held = await Promise.all([ask(), ask()]);
  const waiting = ask();
  await held[0].body!.cancel();
  const third = await waiting;
  assert.equal(third.status, 200);
  await Promise.all([held[1].body!.cancel(), third.body!.cancel()]);
  for (const status of [200, 200, 429]) {
    assert.equal((await get(app, PATH)).status, status);
  }
});
