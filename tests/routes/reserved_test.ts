/**
 * What strangers learn about the operator's network: nothing, unless the
 * operator permits it.
 */
import assert from "node:assert/strict";
import { type TestApp, testApp, type Zone } from "../support/validated_app.ts";
import { assertShown, browse } from "../support/routes.ts";

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
const undisclosed =
  "address on the public internet. Its reserved addresses are not disclosed.";

/** The status and the record of a name. */
async function v1(app: TestApp, name: string) {
  const response = await app.get(`/api/v1/domain/${name}`);
  return [response.status, await response.json()];
}

Deno.test("GET /api/v1/domain, /api/geoip, /json - reveal nothing about a name with only reserved addresses", async () => {
  await using app = await testApp({ env: off, zone });
  for (const name of ["nas", "six", "tunnel", "nat64"]) {
    const target = `${name}.corp.test`;
    const message = `The name has no ${undisclosed}`;
    const error = { code: "NOT_FOUND", message };
    assert.deepEqual(await v1(app, target), [404, { ok: false, error }]);
    const geoip = await app.get(`/api/geoip/${target}`);
    assert.equal(geoip.status, 200);
    const { ip, meta } = await geoip.json();
    const reserved = { code: "RESERVED_ADDRESS", message };
    assert.deepEqual([ip, meta.ok, meta.error], ["", false, reserved]);
    const paths = [`/api/v1/domain/${target}?family=4`, `/${target}`];
    for (const path of [...paths, `/api/geoip/${target}?family=6`]) {
      assert.doesNotMatch(await (await app.get(path)).text(), INNER, path);
    }
  }
});

Deno.test("GET /api/v1/domain - says of which family a name has no public address", async () => {
  await using app = await testApp({ env: off, zone });
  const [status, { error }] = await v1(app, "public-six.test?family=4");
  const message = `The name has no IPv4 ${undisclosed}`;
  assert.deepEqual([status, error], [404, { code: "NOT_FOUND", message }]);
});

Deno.test("GET /api/v1/domain - describes the first public address of a name", async () => {
  await using app = await testApp({ env: off, zone });
  const cases = {
    "both.corp.test": "9.9.9.9",
    "public-six.test": "2620:fe::9",
  };
  for (const [name, expected] of Object.entries(cases)) {
    const [status, { ip }] = await v1(app, name);
    assert.deepEqual([status, ip], [200, expected]);
  }
});

Deno.test("GET /api/v1/domain - reveals reserved addresses with LOOKUP_PRIVATE=on", async () => {
  await using app = await testApp({ env: { LOOKUP_PRIVATE: "on" }, zone });
  const [status, { ip }] = await v1(app, "nas.corp.test");
  assert.deepEqual([status, ip], [200, "10.0.0.5"]);
});

Deno.test("GET / and /api/v1 - describe a reserved address without its internal name", async () => {
  await using app = await testApp({ env: off, zone });
  const cases = [
    ["/", "10.0.0.5"],
    ["/api/v1/ip/10.0.0.5", "9.9.9.9"],
    ["/api/geoip/10.0.0.5", "9.9.9.9"],
  ];
  for (const [path, peer] of cases) {
    const { status, html } = await browse(app, path, {}, { peer });
    assert.equal(status, 200);
    assert.doesNotMatch(html, /nas\.corp/, path);
  }
});

Deno.test("GET /lookup - describes reserved addresses without a query", async () => {
  // A query would fail, because no name server listens there.
  const env = { ...off, DNS_SERVERS: "127.0.0.1:9", LOOKUP_RECORD: "off" };
  await using app = await testApp({ env, zone });
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
  const one = { rows: [], failed: 0, reserved_addresses: 1 };
  const domains = await data("fd00::5?dns_type=ip_domains&output=json");
  assert.deepEqual(domains, one);
  const { html } = await browse(app, "/lookup/192.168.0.0/24");
  const own = "to protect this server's own network.";
  assertShown(html, `256 reserved addresses skipped ${own}`);
});
