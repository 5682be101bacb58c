/** What the operator's labels change, in every form. */
import assert from "node:assert/strict";
import { newMember } from "../support/members.ts";
import { type TestApp, testApp } from "../support/validated_app.ts";
import samples from "./labels.json" with { type: "json" };
import {
  assertHidden,
  assertShown,
  assertText,
  browse,
} from "../support/routes.ts";

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
    const { label, note, line_type, line_type_confidence } = home.network;
    assert.deepEqual([label, note], ["Home LAN", "Behind the <shelf>"]);
    assert.deepEqual([line_type, line_type_confidence], ["residential", 100]);
    assert.equal(home.risk.is_bogon, true);
    assert.deepEqual(home.geo, samples.record);
    const tunnel = await v2("10.8.0.1");
    assert.equal(tunnel.risk.is_vpn, true);
    assert.deepEqual(tunnel.meta.checked, ["vpn"]);
    assert.equal(tunnel.meta.is_china_ip, true);
    assert.equal((await v2("fd00:8::1")).network.label, "DN42");
    // A public address keeps what the label doesn't contradict.
    const office = await v2("8.8.8.8");
    const { geo, network, risk } = office;
    assert.deepEqual([network.asn, network.line_type], [15169, "commercial"]);
    assert.deepEqual([geo.country_code, geo.city], ["FR", "Lyon"]);
    assert.deepEqual([geo.latitude, risk.is_datacenter], [null, false]);
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
    const record = { status: "success", org: "Guests", query: "10.9.0.1" };
    assert.deepEqual(ipApi, record);
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
    await assertText(app.get("/192.0.2.7/city"), 200, "Vienna\n");
    const all = await (await app.get("/all", { peer: "192.0.2.7" })).text();
    assert.match(all, /^Label +Home LAN\nNote +Behind the <shelf>$/m);
  }));

Deno.test("labels - stand on the home page and on pages about addresses and networks", () =>
  withLabels(async (app) => {
    const pageAt = async (path: string, peer?: string) =>
      (await browse(app, path, {}, { peer })).html;
    const home = await pageAt("/", "192.0.2.7");
    assertShown(home, "Home LAN · Vienna, Austria", "Behind the &lt;shelf>");
    assertShown(home, /Private-Use|TEST-NET-1/, "Residential");
    assertHidden(home, /Not checked(?!, for lack of a list)/, "not a public");
    const page = await pageAt("/8.8.8.8");
    assertShown(page, "<title>8.8.8.8 · Office · ", "Lyon, France");
    assertShown(await pageAt("/10.8.0.0%2F24"), "Tunnel · China");
    const unknown = await pageAt("/192.168.1.1");
    assertShown(unknown, "This is not a public address (Private-Use)");
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
    const { geo } = await json(app, "/api/v2/ip/8.8.8.8", token);
    assert.equal(geo.country_code, "FR");
    const list = async (country: string) =>
      await (await app.get(`/api/ranges/country/${country}?family=4`)).text();
    assert.doesNotMatch(await list("FR"), /^8\.8\.8\./m);
    assert.match(await list("US"), /^8\.8\.8\.0\/24$|^8\.0\.0\.0\//m);
  }));
