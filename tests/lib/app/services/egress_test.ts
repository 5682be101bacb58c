import assert from "node:assert/strict";
import { readConfig } from "../../../../lib/app/config.ts";
import {
  type EgressServiceDeps,
  openEgressServices,
} from "../../../../lib/app/services/egress.ts";
import { ip } from "../../../support/address.ts";
import { exchange } from "../../egress/probe/datagrams.ts";
import {
  decoded,
  NONCE,
  queryOf,
  recordTexts,
} from "../../egress/probe/dns_messages.ts";
import { bundledData, openBundled } from "../../../support/bundled_data.ts";
import { recordingLog } from "../../egress/probe/probe_server.ts";
import { bindingRequest } from "../../egress/probe/stun_messages.ts";
import { bareSetup } from "../../egress/view/reports.ts";

const tables = await openBundled(bundledData, "country");

const page = new URL("http://page.example:8000/egress");

async function open(
  env: Record<string, string>,
  more: Partial<EgressServiceDeps["config"]> = {},
) {
  const { log, lines } = recordingLog();
  const config = readConfig((name) => ({ HOST: "127.0.0.1", ...env })[name]);
  const { egress, close } = await openEgressServices({
    config: { ...config, ...more },
    now: () => 0,
    random: (bytes) => new Uint8Array(bytes).fill(0xa5),
    log,
    resolver: {
      addresses(name, family) {
        const isKnown = name === "v6.example" && family === 6;
        const ips = isKnown ? [ip("2001:db8::6")] : [];
        return Promise.resolve({ ips, ttlSeconds: null });
      },
    },
    tables: () => tables,
  });
  // Without their times.
  const logged = lines.map((line) => line.replace(/^\S+ /, ""));
  const ports = logged.map((line) => Number(/ port=(\d+)$/.exec(line)?.[1]));
  const setup = (of = page) => egress.setup(of);
  return { egress, setup, logged, ports, [Symbol.asyncDispose]: close };
}

const zone = {
  DNS_PROBE_ZONE: "probe.example",
  DNS_PROBE_ADDRESSES: "192.0.2.1",
};

async function answersOf(port: number, query: ReturnType<typeof queryOf>) {
  return recordTexts(decoded(await exchange("127.0.0.1", port, query)).answers);
}

async function assertStun(port: number) {
  const response = await exchange("127.0.0.1", port, bindingRequest());
  assert.deepEqual([...response.subarray(0, 2)], [1, 1]);
}

Deno.test("openEgressServices - starts nothing without configuration", async () => {
  await using services = await open({});
  const sites = ["/api/egress/exit"];
  const expected = { ...bareSetup, sites, hasOwnSites: true };
  assert.deepEqual(await services.setup(), expected);
  assert.equal(services.egress.sightings(NONCE), null);
  assert.deepEqual(services.logged, []);
});

Deno.test("openEgressServices - returns the configured origins and sites in setup", async () => {
  await using services = await open({
    V4_URL: "https://v4.example/",
    V6_URL: "http://[::1]:8006",
    V6_LITERAL_URL: "http://[2001:db8::1]",
    EGRESS_SITES: "https://a.example,https://b.example/ip?x=1",
    STUN_URLS: "stun:a.example,stun:b.example:1",
  });
  assert.deepEqual(await services.setup(), {
    ...bareSetup,
    v4Origin: "https://v4.example",
    v6Origin: "http://[::1]:8006",
    literalOrigin: "http://[2001:db8::1]",
    stunUrls: ["stun:a.example", "stun:b.example:1"],
    sites: ["https://a.example/", "https://b.example/ip?x=1"],
    // The name of the other has no address.
    provenHosts: ["v6", "literal"],
  });
});

Deno.test("openEgressServices - visits its own hosts unless others are named, and proves those whose names have an address", async () => {
  const env = { V4_URL: "https://v4.example", V6_URL: "https://v6.example" };
  await using services = await open(env);
  const { sites, hasOwnSites, provenHosts } = await services.setup();
  assert.deepEqual({ sites, hasOwnSites, provenHosts }, {
    sites: [
      "/api/egress/exit",
      "https://v4.example/api/egress/exit",
      "https://v6.example/api/egress/exit",
    ],
    hasOwnSites: true,
    provenHosts: ["v6"],
  });
});

Deno.test("openEgressServices - starts the probe zone's name server, which records sightings", async () => {
  await using services = await open(zone, { DNS_PROBE_PORT: 0 });
  const { egress, logged: [line], ports: [port] } = services;
  assert.equal(line, `info  the name server is on port=${port}`);
  const answers = await answersOf(port, queryOf(`${NONCE}.probe.example`));
  assert.deepEqual(answers, [`${NONCE}.probe.example 0 A 192.0.2.1`]);
  const { probeZone, hasV6NameServer } = await services.setup();
  assert.deepEqual([probeZone, hasV6NameServer], ["probe.example", false]);
  const seen = egress.sightings(NONCE);
  assert.deepEqual(seen?.map(({ resolver }) => resolver.text), ["127.0.0.1"]);
  assert.deepEqual(egress.sightings("another-nonce-of-none"), []);
});

Deno.test("openEgressServices - serves the zone of origins without the leak test's", async () => {
  const env = { DNS_ORIGIN_ZONE: "as.example" };
  await using services = await open(env, { DNS_PROBE_PORT: 0 });
  const query = queryOf("8.8.8.8.origin.as.example", { type: "TXT" });
  const text = (await answersOf(services.ports[0], query)).join();
  assert.match(text, /^8\.8\.8\.8\.origin\.as\.example 3600 TXT 15169 \| 8\./);
  const { probeZone, hasV6NameServer } = await services.setup();
  assert.deepEqual([probeZone, hasV6NameServer], [null, false]);
  assert.equal(services.egress.sightings(NONCE), null);
});

Deno.test("openEgressServices - has an IPv6-only name server if the zone has an IPv6 address", async () => {
  const env = { ...zone, DNS_PROBE_ADDRESSES: "192.0.2.1,2001:db8::1" };
  await using services = await open(env, { DNS_PROBE_PORT: 0 });
  assert.equal((await services.setup()).hasV6NameServer, true);
});

Deno.test("openEgressServices - starts the STUN server under the page's host", async () => {
  await using services = await open({}, { STUN_PORT: 0 });
  const { setup, logged: [line], ports: [port] } = services;
  assert.equal(line, `info  the STUN server is on port=${port}`);
  await assertStun(port);
  assert.deepEqual((await setup()).stunUrls, [`stun:page.example:${port}`]);
  const { stunUrls } = await setup(new URL("http://[::1]:8000/"));
  assert.deepEqual(stunUrls, [`stun:[::1]:${port}`]);
});

const nat64 = [
  ["2001:db8::1,8.8.4.1", "[64:ff9b::808:401]"],
  ["192.0.2.1,10.0.0.1", null],
  ["2001:db8::1", null],
] as const;
for (const [DNS_PROBE_ADDRESSES, host] of nat64) {
  Deno.test(`openEgressServices - has the STUN server's public IPv4 address behind NAT64's prefix, of ${DNS_PROBE_ADDRESSES}`, async () => {
    const env = { DNS_PROBE_ADDRESSES, STUN_URLS: "stun:s.example" };
    await using services = await open(env, { STUN_PORT: 0 });
    const url = host && `stun:${host}:${services.ports[0]}`;
    assert.equal((await services.setup()).nat64StunUrl, url);
  });
}

Deno.test("openEgressServices - starts the STUN server's second port", async () => {
  await using services = await open({}, { STUN_PORT: 0, STUN_SECOND_PORT: 0 });
  const [first, second] = services.ports;
  assert.notEqual(first, second);
  assert.deepEqual(
    (await services.setup()).stunUrls,
    [`stun:page.example:${first}`, `stun:page.example:${second}`],
  );
  await assertStun(second);
});

Deno.test("openEgressServices - uses BASE_URL's host for STUN, and STUN_URLS first", async () => {
  const env = { BASE_URL: "https://ip.example" };
  await using based = await open(env, { STUN_PORT: 0 });
  const own = [`stun:ip.example:${based.ports[0]}`];
  assert.deepEqual((await based.setup()).stunUrls, own);
  const STUN_URLS = "stun:s.example";
  await using named = await open({ ...env, STUN_URLS }, { STUN_PORT: 0 });
  assert.deepEqual((await named.setup()).stunUrls, [STUN_URLS]);
});

const loopback = { transport: "udp", hostname: "127.0.0.1" } as const;

Deno.test("openEgressServices - logs a port that is in use, and continues without its responder", async () => {
  const taken = Deno.listenDatagram({ ...loopback, port: 0 });
  const { port } = taken.addr as Deno.NetAddr;
  const ports = { DNS_PROBE_PORT: port, STUN_PORT: port };
  await using services = await open(zone, ports);
  const reason = "it is taken; choose another port";
  assert.deepEqual(services.logged, [
    `error the name server is off error="cannot listen on port ${port} (DNS over UDP): ${reason}"`,
    `error the STUN server is off error="cannot listen on port ${port} (STUN over UDP): ${reason}"`,
  ]);
  const { probeZone, stunUrls } = await services.setup();
  assert.deepEqual({ probeZone, stunUrls }, { probeZone: null, stunUrls: [] });
  assert.equal(services.egress.sightings(NONCE), null);
  taken.close();
});

Deno.test("openEgressServices - logs an address of another machine, and continues", async () => {
  await using services = await open({ HOST: "192.0.2.1" }, { STUN_PORT: 0 });
  const off = /^error the STUN server is off error="AddrNotAvailable/;
  assert.match(services.logged[0], off);
});

Deno.test("openEgressServices - has 3,000 random characters of padding", async () => {
  await using services = await open({});
  assert.equal(services.egress.padding, "a5".repeat(1500));
});

Deno.test("openEgressServices - frees the ports when closed", async () => {
  const services = await open(zone, { DNS_PROBE_PORT: 0, STUN_PORT: 0 });
  await services[Symbol.asyncDispose]();
  for (const port of services.ports) {
    Deno.listenDatagram({ ...loopback, port }).close();
  }
  assert.equal(services.ports.length, 2);
});
