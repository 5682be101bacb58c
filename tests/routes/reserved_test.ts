/**
 * What strangers learn about the operator's network: nothing, unless the
 * operator permits it.
 */
import assert from "node:assert/strict";
import { testApp, type Zone } from "../support/validated_app.ts";

/** A resolver that knows the internal network. */
const zone: Zone = {
  "nas.corp.test": ["10.0.0.5"],
  "both.corp.test": ["10.0.0.5", "9.9.9.9"],
  "six.corp.test": ["fd00::5"],
  "tunnel.corp.test": ["2002:a00:5::1"],
  "nat64.corp.test": ["64:ff9b::10.0.0.5"],
  "public-six.test": ["192.168.1.1", "2620:fe::9"],
  "10.0.0.5": ["nas.corp.test"],
};
const INNER = /10\.0\.0\.5|fd00::5|2002:a00|64:ff9b|192\.168|a00:5/;
const off = { LOOKUP_PRIVATE: "off" };

Deno.test("GET /api/v1/domain, /api/geoip, /json - reveal nothing about a name with only reserved addresses", async () => {
  await using app = await testApp({ env: off, zone });
  for (const name of ["nas", "six", "tunnel", "nat64"]) {
    const target = `${name}.corp.test`;
    const v1 = await app.get(`/api/v1/domain/${target}`);
    const v1Text = await v1.text();
    assert.equal(v1.status, 404);
    assert.deepEqual(JSON.parse(v1Text), {
      ok: false,
      error: {
        code: "NOT_FOUND",
        message:
          "The name has no address on the public internet. Its reserved addresses are not disclosed.",
      },
    });
    const geoip = await app.get(`/api/geoip/${target}`);
    assert.equal(geoip.status, 200);
    const { ip, meta } = await geoip.json();
    assert.deepEqual([ip, meta.ok, meta.error], ["", false, {
      code: "RESERVED_ADDRESS",
      message:
        "The name has no address on the public internet. Its reserved addresses are not disclosed.",
    }]);
    for (
      const path of [
        `/api/v1/domain/${target}?family=4`,
        `/api/geoip/${target}?family=6`,
        `/${target}`,
      ]
    ) assert.doesNotMatch(await (await app.get(path)).text(), INNER, path);
  }
});

Deno.test("GET /api/v1/domain - says of which family a name has no public address", async () => {
  await using app = await testApp({ env: off, zone });
  const response = await app.get("/api/v1/domain/public-six.test?family=4");
  assert.deepEqual([response.status, (await response.json()).error], [404, {
    code: "NOT_FOUND",
    message:
      "The name has no IPv4 address on the public internet. Its reserved addresses are not disclosed.",
  }]);
});

Deno.test("GET /api/v1/domain - describes the first public address of a name", async () => {
  await using app = await testApp({ env: off, zone });
  const described = async (name: string) => {
    const response = await app.get(`/api/v1/domain/${name}`);
    return [response.status, (await response.json()).ip];
  };
  assert.deepEqual(await described("both.corp.test"), [200, "9.9.9.9"]);
  assert.deepEqual(await described("public-six.test"), [200, "2620:fe::9"]);
});

Deno.test("GET /api/v1/domain - reveals reserved addresses with LOOKUP_PRIVATE=on", async () => {
  await using app = await testApp({ env: { LOOKUP_PRIVATE: "on" }, zone });
  const response = await app.get("/api/v1/domain/nas.corp.test");
  assert.deepEqual([response.status, (await response.json()).ip], [
    200,
    "10.0.0.5",
  ]);
});

Deno.test("GET / and /api/v1 - describe a reserved address without its internal name", async () => {
  await using app = await testApp({ env: off, zone });
  for (
    const [path, peer] of [
      ["/", "10.0.0.5"],
      ["/api/v1/ip/10.0.0.5", "9.9.9.9"],
      ["/api/geoip/10.0.0.5", "9.9.9.9"],
    ]
  ) {
    const headers = { accept: "text/html" };
    const response = await app.get(path, { peer, headers });
    assert.equal(response.status, 200);
    assert.doesNotMatch(await response.text(), /nas\.corp/, path);
  }
});

Deno.test("GET /lookup - describes reserved addresses without a query", async () => {
  // A query would fail, because no name server listens there.
  await using app = await testApp({
    env: { ...off, DNS_SERVERS: "127.0.0.1:9", LOOKUP_RECORD: "off" },
    zone,
  });
  const data = async (path: string) => {
    const response = await app.get(`/lookup/${path}`);
    assert.equal(response.status, 200, path);
    return (await response.json()).data;
  };
  assert.deepEqual(await data("10.0.0.5?output=json"), {
    ip: "10.0.0.5",
    ptr: [],
    forward_confirmed: null,
    reserved_block: "Private-Use",
  });
  assert.deepEqual(await data("192.168.0.0/20?output=json"), {
    cidr: "192.168.0.0/20",
    rows: [],
    scanned: 0,
    failed: 0,
    reserved_addresses: 4096,
  });
  assert.deepEqual(await data("fd00::5?dns_type=ip_domains&output=json"), {
    rows: [],
    failed: 0,
    reserved_addresses: 1,
  });
  const page = await app.get("/lookup/192.168.0.0/24", {
    headers: { accept: "text/html" },
  });
  assert.match(
    await page.text(),
    /256 reserved addresses skipped to protect this server's own network\./,
  );
});
