import assert from "node:assert/strict";
import { readConfig } from "../../../../lib/app/config.ts";
import {
  type EgressServiceDeps,
  openEgressServices,
} from "../../../../lib/app/services/egress.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
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
  config: Partial<EgressServiceDeps["config"]> = {},
) {
  const { log, lines } = recordingLog();
  const services = await openEgressServices({
    config: {
      ...readConfig((name) => ({ HOST: "127.0.0.1", ...env })[name]),
      ...config,
    },
    now: () => 0,
    random: (bytes) => new Uint8Array(bytes).fill(0xa5),
    log,
    resolver: {
      addresses: (name, family) =>
        Promise.resolve({
          ips: name === "v6.example" && family === 6
            ? [parseIp("2001:db8::6")!]
            : [],
          ttlSeconds: null,
        }),
    },
    tables: () => tables,
  });
  return {
    ...services,
    /** The log lines without their times. */
    logged: () => lines.map((line) => line.replace(/^\S+ /, "")),
    [Symbol.asyncDispose]: services.close,
  };
}

/** The port at the end of a log line. */
function portIn(line: string): number {
  return Number(/ port=(\d+)$/.exec(line)?.[1]);
}

const zone = {
  DNS_PROBE_ZONE: "probe.example",
  DNS_PROBE_ADDRESSES: "192.0.2.1",
};

Deno.test("openEgressServices - starts nothing without configuration", async () => {
  await using services = await open({});
  assert.deepEqual(await services.egress.setup(page), {
    ...bareSetup,
    sites: ["/api/egress/exit"],
    hasOwnSites: true,
  });
  assert.equal(services.egress.sightings(NONCE), null);
  assert.deepEqual(services.logged(), []);
});

Deno.test("openEgressServices - returns the configured origins and sites in setup", async () => {
  await using services = await open({
    V4_URL: "https://v4.example/",
    V6_URL: "http://[::1]:8006",
    V6_LITERAL_URL: "http://[2001:db8::1]",
    EGRESS_SITES: "https://a.example,https://b.example/ip?x=1",
    STUN_URLS: "stun:a.example,stun:b.example:1",
  });
  assert.deepEqual(await services.egress.setup(page), {
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
  const { sites, hasOwnSites, provenHosts } = await services.egress.setup(page);
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
  const [line] = services.logged();
  const port = portIn(line);
  assert.equal(line, `info  the name server is on port=${port}`);
  const query = queryOf(`${NONCE}.probe.example`);
  const response = decoded(await exchange("127.0.0.1", port, query));
  assert.deepEqual(recordTexts(response.answers), [
    `${NONCE}.probe.example 0 A 192.0.2.1`,
  ]);
  const { probeZone, hasV6NameServer } = await services.egress.setup(page);
  assert.deepEqual([probeZone, hasV6NameServer], ["probe.example", false]);
  const seen = services.egress.sightings(NONCE);
  assert.deepEqual(seen?.map(({ resolver }) => resolver.text), ["127.0.0.1"]);
  assert.deepEqual(services.egress.sightings("another-nonce-of-none"), []);
});

Deno.test("openEgressServices - serves the zone of origins without the leak test's", async () => {
  const env = { DNS_ORIGIN_ZONE: "as.example" };
  await using services = await open(env, { DNS_PROBE_PORT: 0 });
  const port = portIn(services.logged()[0]);
  const query = queryOf("8.8.8.8.origin.as.example", { type: "TXT" });
  const response = decoded(await exchange("127.0.0.1", port, query));
  assert.match(
    recordTexts(response.answers).join(),
    /^8\.8\.8\.8\.origin\.as\.example 3600 TXT 15169 \| 8\./,
  );
  const { probeZone, hasV6NameServer } = await services.egress.setup(page);
  assert.deepEqual([probeZone, hasV6NameServer], [null, false]);
  assert.equal(services.egress.sightings(NONCE), null);
});

Deno.test("openEgressServices - has an IPv6-only name server if the zone has an IPv6 address", async () => {
  const DNS_PROBE_ADDRESSES = "192.0.2.1,2001:db8::1";
  await using services = await open({ ...zone, DNS_PROBE_ADDRESSES }, {
    DNS_PROBE_PORT: 0,
  });
  assert.equal((await services.egress.setup(page)).hasV6NameServer, true);
});

Deno.test("openEgressServices - starts the STUN server under the page's host", async () => {
  await using services = await open({}, { STUN_PORT: 0 });
  const [line] = services.logged();
  const port = portIn(line);
  assert.equal(line, `info  the STUN server is on port=${port}`);
  const response = await exchange("127.0.0.1", port, bindingRequest());
  assert.deepEqual([...response.subarray(0, 2)], [1, 1]);
  const { setup } = services.egress;
  assert.deepEqual((await setup(page)).stunUrls, [`stun:page.example:${port}`]);
  assert.deepEqual((await setup(new URL("http://[::1]:8000/"))).stunUrls, [
    `stun:[::1]:${port}`,
  ]);
});

Deno.test("openEgressServices - has the STUN server's public IPv4 address behind NAT64's prefix", async () => {
  const cases = [
    ["2001:db8::1,8.8.4.1", "[64:ff9b::808:401]"],
    ["192.0.2.1,10.0.0.1", null],
    ["2001:db8::1", null],
  ] as const;
  for (const [DNS_PROBE_ADDRESSES, host] of cases) {
    const env = { DNS_PROBE_ADDRESSES, STUN_URLS: "stun:s.example" };
    await using services = await open(env, { STUN_PORT: 0 });
    const port = portIn(services.logged()[0]);
    assert.equal(
      (await services.egress.setup(page)).nat64StunUrl,
      host && `stun:${host}:${port}`,
    );
  }
});

Deno.test("openEgressServices - starts the STUN server's second port", async () => {
  await using services = await open({}, { STUN_PORT: 0, STUN_SECOND_PORT: 0 });
  const [first, second] = services.logged().map(portIn);
  assert.notEqual(first, second);
  assert.deepEqual((await services.egress.setup(page)).stunUrls, [
    `stun:page.example:${first}`,
    `stun:page.example:${second}`,
  ]);
  const response = await exchange("127.0.0.1", second, bindingRequest());
  assert.deepEqual([...response.subarray(0, 2)], [1, 1]);
});

Deno.test("openEgressServices - uses BASE_URL's host for STUN, and STUN_URLS first", async () => {
  const BASE_URL = "https://ip.example";
  await using based = await open({ BASE_URL }, { STUN_PORT: 0 });
  const port = portIn(based.logged()[0]);
  assert.deepEqual((await based.egress.setup(page)).stunUrls, [
    `stun:ip.example:${port}`,
  ]);
  await using named = await open({ BASE_URL, STUN_URLS: "stun:s.example" }, {
    STUN_PORT: 0,
  });
  assert.deepEqual((await named.egress.setup(page)).stunUrls, [
    "stun:s.example",
  ]);
});

Deno.test("openEgressServices - logs a port that is in use, and continues without its responder", async () => {
  const taken = Deno.listenDatagram({
    transport: "udp",
    hostname: "127.0.0.1",
    port: 0,
  });
  const { port } = taken.addr as Deno.NetAddr;
  await using services = await open(zone, {
    DNS_PROBE_PORT: port,
    STUN_PORT: port,
  });
  const reason = "it is taken; choose another port";
  assert.deepEqual(services.logged(), [
    `error the name server is off error="cannot listen on port ${port} (DNS over UDP): ${reason}"`,
    `error the STUN server is off error="cannot listen on port ${port} (STUN over UDP): ${reason}"`,
  ]);
  const { probeZone, stunUrls } = await services.egress.setup(page);
  assert.deepEqual({ probeZone, stunUrls }, { probeZone: null, stunUrls: [] });
  assert.equal(services.egress.sightings(NONCE), null);
  taken.close();
});

Deno.test("openEgressServices - logs an address of another machine, and continues", async () => {
  await using services = await open({ HOST: "192.0.2.1" }, { STUN_PORT: 0 });
  const [line] = services.logged();
  assert.match(line, /^error the STUN server is off error="AddrNotAvailable/);
});

Deno.test("openEgressServices - has 3,000 random characters of padding", async () => {
  await using services = await open({});
  assert.equal(services.egress.padding, "a5".repeat(1500));
});

Deno.test("openEgressServices - frees the ports when closed", async () => {
  const services = await open(zone, { DNS_PROBE_PORT: 0, STUN_PORT: 0 });
  const ports = services.logged().map(portIn);
  await services.close();
  for (const port of ports) {
    Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port })
      .close();
  }
  assert.equal(ports.length, 2);
});
