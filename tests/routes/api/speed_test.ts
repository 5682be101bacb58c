import assert from "node:assert/strict";
import { assertGeoipError, statusOf, types } from "../../support/responses.ts";
import { testApp } from "../../support/validated_app.ts";
import { assertHead } from "../../support/routes.ts";

Deno.test("GET /api/speed/download - returns exactly the requested bytes, uncompressed and uncached", async () => {
  await using app = await testApp({ env: { SPEED_TEST: "on" } });
  const options = { headers: { "accept-encoding": "gzip" } };
  for (const length of [1, 200_001]) {
    const path = `/api/speed/download?bytes=${length}`;
    const response = await app.get(path, options);
    assertHead(response, 200, {
      "content-length": `${length}`,
      "content-type": "application/octet-stream",
      "cache-control": "no-store, no-transform",
      "content-encoding": null,
    });
    assert.equal((await response.arrayBuffer()).byteLength, length);
  }
  assert.equal(app.services.speedTest?.transfers.acquired, 0);
});

Deno.test("GET /api/speed/download - releases its place if a client leaves", async () => {
  await using app = await testApp({ env: { SPEED_TEST: "on" } });
  const { body } = await app.get("/api/speed/download");
  assert.equal(app.services.speedTest?.transfers.acquired, 1);
  const reader = body!.getReader();
  assert.equal((await reader.read()).value?.length, 65_536);
  await reader.cancel();
  assert.equal(app.services.speedTest?.transfers.acquired, 0);
});

Deno.test("POST /api/speed/upload - returns how many bytes arrived", async () => {
  await using app = await testApp({ env: { SPEED_TEST: "on" } });
  const body = new Uint8Array(70_001);
  const response = await app.get("/api/speed/upload", { method: "POST", body });
  assertHead(response, 200, {
    "content-type": types.json,
    "cache-control": "no-store",
  });
  assert.deepEqual(await response.json(), { bytes: 70_001 });
});

Deno.test("/api/speed - is limited by the transfers at once, and by RATE_LIMIT_LOOKUP", async () => {
  // What is refused for want of a place does not count.
  const env = { SPEED_TEST: "on", RATE_LIMIT_LOOKUP: "7" };
  await using app = await testApp({ env });
  const path = "/api/speed/download";
  const open: Response[] = [];
  for (let i = 0; i < 6; i++) open.push(await app.get(path));
  const busy = await app.get("/api/speed/upload", { method: "POST" });
  assert.equal(busy.headers.get("retry-after"), "5");
  await assertGeoipError(busy, 503, "SERVICE_UNAVAILABLE");
  await Promise.all(open.map(({ body }) => body!.cancel()));
  assert.equal(await statusOf(app.get(`${path}?bytes=5`)), 200);
  const limited = await app.get(path);
  assert.equal(limited.headers.get("retry-after"), "60");
  await assertGeoipError(limited, 429, "RATE_LIMIT_EXCEEDED");
});

Deno.test("/api/speed - does not exist unless it is on", async () => {
  await using app = await testApp();
  const download = app.get("/api/speed/download");
  await assertGeoipError(download, 404, "NOT_FOUND");
  const upload = app.get("/api/speed/upload", { method: "POST", body: "x" });
  await assertGeoipError(upload, 404, "NOT_FOUND");
});
