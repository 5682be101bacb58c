import assert from "node:assert/strict";
import { testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";

const NONE = "no-store";
const HOUR = "private, max-age=3600";
const TTL = "private, max-age=300";

/** What docs/api.md says about caching. */
const promised: Readonly<Record<string, readonly string[]>> = {
  [NONE]: [
    "/",
    "/?output=json",
    "/ip",
    "/json",
    "/checkip",
    "/api/jsonip",
    // Their headers count the quota.
    "/api/v2/ip/8.8.8.8",
    "/api/v2/domain/dns.example",
  ],
  [HOUR]: [
    "/api/geoip/8.8.8.8",
    "/api/geoip/2001:4860:4860::8888",
    "/api/v1/ip/8.8.8.8",
    "/api/v1/ip/2001:4860:4860::8888",
  ],
  [TTL]: ["/api/geoip/dns.example", "/api/v1/domain/dns.example"],
};

Deno.test("routes - Cache-Control is what the document promises: none for the caller's own address and V2, an hour for a given address, the TTL for a name", async () => {
  await using app = await testApp({
    zone: { "8.8.8.8": [], "dns.example": ["8.8.8.8"] },
  });
  const { token } = await newMember(app, "caching@example.net");
  const seen: Record<string, string[]> = {};
  for (const path of Object.values(promised).flat()) {
    const response = await app.get(path, {
      headers: {
        "x-forwarded-for": "8.8.4.4",
        ...path.startsWith("/api/v2") && { authorization: `Bearer ${token}` },
      },
    });
    await response.body?.cancel();
    assert.equal(response.status, 200, path);
    (seen[response.headers.get("cache-control") ?? ""] ??= []).push(path);
  }
  assert.deepEqual(seen, promised);
});
