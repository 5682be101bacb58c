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
import { random, times } from "../accounts/fixture.ts";
import { ip } from "../../support/address.ts";
import { hasNsd, startNsd } from "../../support/nsd.ts";

const log = createLog({ level: "error", now: Date.now, write() {} });
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

function checks(
  config: Partial<SetupChecksDeps["config"]>,
  deps: Partial<Omit<SetupChecksDeps, "config">> = {},
) {
  return new SetupChecks({
    config: { STUN_URLS: [], HOST: "::", ...config },
    random,
    resolver: silent,
    egress: { sightings: () => null },
    now: Date.now,
    timeoutMs: 300,
    ...deps,
  });
}

Deno.test("SetupChecks.evidence - the probe zone's server sees the query", async () => {
  const sightings = new Sightings({ now: Date.now });
  const address = ip("192.0.2.1");
  const responder = startDnsResponder({
    zone: ZONE,
    addresses: [address],
    port: 0,
    hostname: "127.0.0.1",
    sightings,
    now: Date.now,
    log,
  });
  {
    using dns = resolverAt(responder.port);
    const egress = { sightings: (nonce: string) => sightings.of(nonce) };
    const zoneWith = async (deps: Partial<SetupChecksDeps>) =>
      (await checks({ DNS_PROBE_ZONE: ZONE }, deps).evidence()).zone;
    const found = await zoneWith({ ...dns, egress, timeoutMs: 5_000 });
    assert.deepEqual(found, { wasSeen: true, hasAnswer: true });
    // Another server answers, and this one sees nothing.
    const answer = { ips: [address], ttlSeconds: 1 };
    const resolver = { addresses: () => Promise.resolve(answer) };
    const other = await zoneWith({ resolver, egress });
    assert.deepEqual(other, { wasSeen: false, hasAnswer: true });
    const unasked = await zoneWith({ egress });
    assert.deepEqual(unasked, { wasSeen: false, hasAnswer: false });
    assert.equal(await zoneWith({}), null);
  }
  await responder.close();
});

Deno.test("SetupChecks.evidence - a STUN server answers, another only echoes", async () => {
  const place = { hostname: "127.0.0.1", port: 0 };
  const responder = startStunResponder({ ...place, now: Date.now, log });
  const deaf = Deno.listenDatagram({ transport: "udp", ...place });
  const { port } = deaf.addr as Deno.NetAddr;
  const echo = deaf.receive().then(([bytes, from]) => deaf.send(bytes, from));
  const resolver: SetupChecksDeps["resolver"] = {
    addresses(name, family) {
      const isKnown = name === "stun.example" && family === 4;
      const ips = isKnown ? [ip("127.0.0.1")] : [];
      return Promise.resolve({ ips, ttlSeconds: 1 });
    },
  };
  const answers = {
    [`stun:stun.example:${responder.port}`]: true,
    [`stun:127.0.0.1:${port}`]: false,
    "stun:missing.example": false,
    "stuns:tls.example": null,
    [`stun:127.0.0.1:${responder.port}`]: true,
  };
  const STUN_URLS = Object.keys(answers);
  const deps = { resolver, timeoutMs: 1_000 };
  const { stun } = await checks({ STUN_URLS }, deps).evidence();
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
    const STUN_PORT = responder.port;
    const own = await checks({ HOST, STUN_PORT }).evidence();
    const stun = [{ url: `stun:${asked}:${STUN_PORT}`, isAnswered }];
    assert.deepEqual(own, { v4: null, v6: null, zone: null, stun });
  }
  await echo;
  deaf.close();
  await responder.close();
});

Deno.test("SetupChecks.evidence - asks a STUN server over IPv6", async () => {
  const place = { hostname: "::1", port: 0 };
  const responder = startStunResponder({ ...place, now: Date.now, log });
  const url = `stun:[::1]:${responder.port}`;
  const own = checks({ STUN_URLS: [url] }, { timeoutMs: 1_000 });
  const { stun } = await own.evidence();
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
    const V4_URL = new URL("https://v4.example.org");
    const V6_URL = new URL("https://v6.example.org");
    const own = checks({ V4_URL, V6_URL }, { ...dns, timeoutMs: 5_000 });
    const { v4, v6 } = await own.evidence();
    assert.deepEqual(v4, { host: "v4.example.org", hasV4: true, hasV6: false });
    assert.deepEqual(v6, { host: "v6.example.org", hasV4: true, hasV6: true });
  },
});

Deno.test("SetupChecks.evidence - needs no resolver for hosts that are addresses", async () => {
  const V4_URL = new URL("http://192.0.2.1");
  const V6_URL = new URL("http://[2001:db8::1]");
  const { v4, v6 } = await checks({ V4_URL, V6_URL }).evidence();
  assert.deepEqual(v4, { host: "192.0.2.1", hasV4: true, hasV6: false });
  assert.deepEqual(v6, { host: "2001:db8::1", hasV4: false, hasV6: true });
});

Deno.test("SetupChecks.evidence - is bounded, and reloading repeats no check", async () => {
  let count = 0;
  let now = 1_000_000;
  const counting = checks({ V4_URL: new URL("https://v4.example") }, {
    resolver: {
      addresses(...given) {
        count++;
        return silent.addresses(...given);
      },
    },
    now: () => now,
    timeoutMs: 50,
  });
  const all = await Promise.all(times(1_000, () => counting.evidence()));
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
