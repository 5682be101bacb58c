import assert from "node:assert/strict";
import {
  SetupChecks,
  type SetupChecksDeps,
} from "../../../lib/admin/setup_checks.ts";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { createSystemResolver } from "../../../lib/dns/resolver.ts";
import { startDnsResponder } from "../../../lib/egress/probe/dns_responder.ts";
import { Sightings } from "../../../lib/egress/probe/sightings.ts";
import { startStunResponder } from "../../../lib/egress/probe/stun_responder.ts";
import { createLog } from "../../../lib/core/log.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { hasNsd, startNsd } from "../../support/nsd.ts";

const log = createLog({ level: "error", now: Date.now, write() {} });
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
const nothing = { config: { STUN_URLS: [], HOST: "::" }, random };
const ZONE = "probe.example";

/** A resolver that asks one server. */
function resolverAt(port: number, ip = "127.0.0.1") {
  const client = new DnsClient({ nameServers: [{ ip, port }] });
  return {
    resolver: createSystemResolver(client),
    [Symbol.dispose]: () => client.close(),
  };
}

const silent: SetupChecksDeps["resolver"] = {
  addresses: (_name, _family, { signal }) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason))
    ),
};

function checks(deps: Partial<SetupChecksDeps>) {
  return new SetupChecks({
    ...nothing,
    resolver: silent,
    egress: { sightings: () => null },
    now: Date.now,
    timeoutMs: 300,
    ...deps,
  });
}

Deno.test("SetupChecks.evidence - the probe zone's server sees the query", async () => {
  const sightings = new Sightings({ now: Date.now });
  const ip = parseIp("192.0.2.1");
  assert(ip);
  const responder = startDnsResponder({
    zone: ZONE,
    addresses: [ip],
    port: 0,
    hostname: "127.0.0.1",
    sightings,
    now: Date.now,
    log,
  });
  {
    using dns = resolverAt(responder.port);
    const config = { ...nothing.config, DNS_PROBE_ZONE: ZONE };
    const egress = { sightings: (nonce: string) => sightings.of(nonce) };
    const found = await checks({ ...dns, config, egress, timeoutMs: 5_000 })
      .evidence();
    assert.deepEqual(found.zone, { wasSeen: true, hasAnswer: true });
    // Another server answers, and this one sees nothing.
    const elsewhere = {
      addresses: () => Promise.resolve({ ips: [ip], ttlSeconds: 1 }),
    };
    const other = await checks({ resolver: elsewhere, config, egress })
      .evidence();
    assert.deepEqual(other.zone, { wasSeen: false, hasAnswer: true });
    const unasked = await checks({ config, egress }).evidence();
    assert.deepEqual(unasked.zone, { wasSeen: false, hasAnswer: false });
    const isOff = await checks({ config }).evidence();
    assert.equal(isOff.zone, null);
  }
  await responder.close();
});

Deno.test("SetupChecks.evidence - a STUN server answers, another only echoes", async () => {
  const responder = startStunResponder({
    port: 0,
    hostname: "127.0.0.1",
    now: Date.now,
    log,
  });
  const deaf = Deno.listenDatagram({
    transport: "udp",
    hostname: "127.0.0.1",
    port: 0,
  });
  const { port } = deaf.addr as Deno.NetAddr;
  const echo = deaf.receive().then(([bytes, from]) => deaf.send(bytes, from));
  const ip = parseIp("127.0.0.1");
  assert(ip);
  const resolver: SetupChecksDeps["resolver"] = {
    addresses: (name, family) =>
      Promise.resolve({
        ips: name === "stun.example" && family === 4 ? [ip] : [],
        ttlSeconds: 1,
      }),
  };
  const answers = {
    [`stun:stun.example:${responder.port}`]: true,
    [`stun:127.0.0.1:${port}`]: false,
    "stun:missing.example": false,
    "stuns:tls.example": null,
    [`stun:127.0.0.1:${responder.port}`]: true,
  };
  const STUN_URLS = Object.keys(answers);
  const { stun } = await checks({
    resolver,
    config: { ...nothing.config, STUN_URLS },
    timeoutMs: 1_000,
  }).evidence();
  assert.deepEqual(
    stun,
    Object.entries(answers).map(([url, isAnswered]) => ({ url, isAnswered })),
  );
  const hosts = [
    ["::", "127.0.0.1", true],
    ["0.0.0.0", "127.0.0.1", true],
    ["127.0.0.2", "127.0.0.2", false],
  ] as const;
  for (const [HOST, asked, isAnswered] of hosts) {
    const own = await checks({
      config: { ...nothing.config, HOST, STUN_PORT: responder.port },
    }).evidence();
    const url = `stun:${asked}:${responder.port}`;
    assert.deepEqual(own, {
      v4: null,
      v6: null,
      zone: null,
      stun: [{ url, isAnswered }],
    });
  }
  await echo;
  deaf.close();
  await responder.close();
});

Deno.test("SetupChecks.evidence - asks a STUN server over IPv6", async () => {
  const hostname = "::1";
  const responder = startStunResponder({
    port: 0,
    hostname,
    now: Date.now,
    log,
  });
  const url = `stun:[::1]:${responder.port}`;
  const { stun } = await checks({
    config: { ...nothing.config, STUN_URLS: [url] },
    timeoutMs: 1_000,
  }).evidence();
  assert.deepEqual(stun, [{ url, isAnswered: true }]);
  await responder.close();
});

Deno.test({
  name:
    "SetupChecks.evidence - asks a name server for both families of both hosts",
  ignore: !hasNsd(),
  async fn() {
    await using nsd = await startNsd({
      "example.org": "v4 A 192.0.2.1\nv6 A 192.0.2.1\nv6 AAAA 2001:db8::1",
    });
    using dns = resolverAt(nsd.port, nsd.ip);
    const { v4, v6 } = await checks({
      ...dns,
      config: {
        ...nothing.config,
        V4_URL: new URL("https://v4.example.org"),
        V6_URL: new URL("https://v6.example.org"),
      },
      timeoutMs: 5_000,
    }).evidence();
    assert.deepEqual(v4, { host: "v4.example.org", hasV4: true, hasV6: false });
    assert.deepEqual(v6, { host: "v6.example.org", hasV4: true, hasV6: true });
  },
});

Deno.test("SetupChecks.evidence - needs no resolver for hosts that are addresses", async () => {
  const { v4, v6 } = await checks({
    config: {
      ...nothing.config,
      V4_URL: new URL("http://192.0.2.1"),
      V6_URL: new URL("http://[2001:db8::1]"),
    },
  }).evidence();
  assert.deepEqual(v4, { host: "192.0.2.1", hasV4: true, hasV6: false });
  assert.deepEqual(v6, { host: "2001:db8::1", hasV4: false, hasV6: true });
});

Deno.test("SetupChecks.evidence - is bounded, and reloading repeats no check", async () => {
  let count = 0;
  let now = 1_000_000;
  const counting = checks({
    config: { ...nothing.config, V4_URL: new URL("https://v4.example") },
    resolver: {
      addresses(...given) {
        count++;
        return silent.addresses(...given);
      },
    },
    now: () => now,
    timeoutMs: 50,
  });
  const all = await Promise.all(
    Array.from({ length: 1_000 }, () => counting.evidence()),
  );
  assert.deepEqual(all[0].v4, { host: "v4.example", hasV4: null, hasV6: null });
  await counting.evidence();
  now += 9_999;
  for (let i = 0; i < 100; i++) await counting.evidence();
  assert.equal(count, 2);
  now += 1;
  await counting.evidence();
  assert.equal(count, 4);
  // The clock was set back.
  now -= 3_600_000;
  await counting.evidence();
  assert.equal(count, 6);
});
