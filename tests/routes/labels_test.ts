/** What the operator's labels change, in every form. */
import assert from "node:assert/strict";
import { newMember } from "../support/members.ts";
import { type TestApp, testApp } from "../support/validated_app.ts";
import samples from "./labels.json" with { type: "json" };

const LABELS = `ip_prefix,country,region,city,postal,label,note,type
192.0.2.0/24,AT,AT-9,Vienna,1010,Home LAN,Behind the <shelf>,residential
10.8.0.0/24,CN,,,,Tunnel,,vpn
10.9.0.0/24,,,,,Guests
fd00:8::/32,CH,,,,DN42
8.8.8.0/24,FR,FR-ARA,Lyon,,Office,,commercial
1.1.1.1,,,,,Resolver
`;

/** An app with labels, in the file at `path`. */
async function withLabels(
  test: (app: TestApp, path: string) => Promise<void>,
  background = false,
) {
  const path = await Deno.makeTempFile({ suffix: ".csv" });
  try {
    await Deno.writeTextFile(path, LABELS);
    const env = { RATE_LIMIT_GEOIP: "0", LABELS: path };
    await using app = await testApp({ env, background });
    await test(app, path);
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

async function json(app: TestApp, path: string, token = "") {
  const response = await app.get(path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  assert.equal(response.status, 200, path);
  return await response.json();
}

Deno.test("GET /api/v2/ip/{ip} - has the label, the place and the type of private and public addresses", () =>
  withLabels(async (app) => {
    const { token } = await newMember(app, "v2@example.net");
    const v2 = (ip: string) => json(app, `/api/v2/ip/${ip}`, token);
    const home = await v2("192.0.2.7");
    assert.equal(home.network.label, "Home LAN");
    assert.equal(home.network.note, "Behind the <shelf>");
    assert.equal(home.network.line_type, "residential");
    assert.equal(home.network.line_type_confidence, 100);
    assert.equal(home.risk.is_bogon, true);
    assert.deepEqual(home.geo, samples.record);
    const tunnel = await v2("10.8.0.1");
    assert.equal(tunnel.risk.is_vpn, true);
    assert.deepEqual(tunnel.meta.checked, ["vpn"]);
    assert.equal(tunnel.meta.is_china_ip, true);
    assert.equal((await v2("fd00:8::1")).network.label, "DN42");
    // A public address keeps what the label doesn't contradict.
    const office = await v2("8.8.8.8");
    assert.equal(office.network.asn, 15169);
    assert.equal(office.geo.country_code, "FR");
    assert.equal(office.geo.city, "Lyon");
    assert.equal(office.geo.latitude, null);
    assert.equal(office.network.line_type, "commercial");
    assert.equal(office.risk.is_datacenter, false);
    const other = await v2("8.8.4.4");
    assert.equal(other.geo.country_code, "US");
    assert.deepEqual([other.network.label, other.network.note], [null, null]);
  }));

Deno.test("labels - name a bogon in every compatible form, and only a labeled one", () =>
  withLabels(async (app) => {
    const geoip = await json(app, "/api/geoip/192.0.2.7");
    assert.equal(geoip.geo.city, "Vienna");
    assert.equal(geoip.network.org, "Home LAN");
    assert.deepEqual([geoip.meta.ok, geoip.meta.error], [true, undefined]);
    const { meta } = await json(app, "/api/geoip/192.168.1.1");
    assert.deepEqual([meta.ok, meta.error.code], [false, "RESERVED_ADDRESS"]);
    const v1 = await json(app, "/api/v1/ip/192.0.2.7");
    assert.equal(v1.geo.zip, "1010");
    const ipApi = await json(app, "/json/10.9.0.1?fields=status,org,query");
    assert.deepEqual(ipApi, {
      status: "success",
      org: "Guests",
      query: "10.9.0.1",
    });
    const echoip = await json(app, "/json?ip=192.0.2.7");
    assert.deepEqual(
      [echoip.country_iso, echoip.city, echoip.time_zone],
      ["AT", "Vienna", "Europe/Vienna"],
    );
    const geoip2 = await json(app, "/geoip/v2.1/city/192.0.2.7");
    assert.equal(geoip2.country.iso_code, "AT");
    assert.equal(geoip2.traits.organization, "Home LAN");
    for (const ip of ["10.9.0.1", "192.168.1.1"]) {
      const response = await app.get(`/geoip/v2.1/city/${ip}`);
      const { code } = await response.json();
      assert.deepEqual([response.status, code], [400, "IP_ADDRESS_RESERVED"]);
    }
    const city = await app.get("/192.0.2.7/city");
    assert.equal(await city.text(), "Vienna\n");
    const all = await (await app.get("/all", { peer: "192.0.2.7" })).text();
    assert.match(all, /^Label +Home LAN\nNote +Behind the <shelf>$/m);
  }));

const html = { headers: { accept: "text/html" } };

Deno.test("labels - stand on the home page and on pages about addresses and networks", () =>
  withLabels(async (app) => {
    const home = await (await app.get("/", { ...html, peer: "192.0.2.7" }))
      .text();
    assert.match(home, /Home LAN · Vienna, Austria/);
    assert.match(home, /Behind the &lt;shelf>/);
    assert.match(home, /Private-Use|TEST-NET-1/);
    assert.match(home, /Residential/);
    assert.doesNotMatch(
      home,
      /Not checked(?!, for lack of a list)|not a public address/,
    );
    const page = await (await app.get("/8.8.8.8", html)).text();
    assert.match(page, /<title>8\.8\.8\.8 · Office · /);
    assert.match(page, /Lyon, France/);
    const network = await (await app.get("/10.8.0.0%2F24", html)).text();
    assert.match(network, /Tunnel · China/);
    const unknown = await (await app.get("/192.168.1.1", html)).text();
    assert.match(unknown, /This is not a public address \(Private-Use\)/);
  }));

Deno.test("labels - take effect when the file changes", () =>
  withLabels(async (app, path) => {
    const labelOf = async () =>
      (await json(app, "/json/192.0.2.7?fields=org")).org;
    const becomes = async (wanted: string) => {
      while (await labelOf() !== wanted) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    await becomes("Home LAN");
    await Deno.writeTextFile(path, "192.0.2.0/24,,,,,Moved\n10.0.0.0/99,DE\n");
    await becomes("Moved");
    const faults = app.logged.filter((line) => line.includes("line 2"));
    assert.equal(faults.length, 1);
    assert.match(faults[0], /10\.0\.0\.0\/99.+ is not an address or a block/);
  }, true));

Deno.test("labels - are in no list of address blocks", () =>
  withLabels(async (app) => {
    const { token } = await newMember(app, "lists@example.net");
    assert.equal(
      (await json(app, "/api/v2/ip/8.8.8.8", token)).geo.country_code,
      "FR",
    );
    const list = async (country: string) =>
      await (await app.get(`/api/ranges/country/${country}?family=4`)).text();
    assert.doesNotMatch(await list("FR"), /^8\.8\.8\./m);
    assert.match(await list("US"), /^8\.8\.8\.0\/24$|^8\.0\.0\.0\//m);
  }));
