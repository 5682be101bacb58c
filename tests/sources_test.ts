/** The service over real HTTP sources, good and bad: what answers say, and what they do not give away. */
import assert from "node:assert/strict";
import { parseIp } from "../lib/net/ip_address.ts";
import { testApp } from "./support/app.ts";
import { startRdapServer } from "./support/rdap_server.ts";
import {
  type Behaviour,
  endlessWaits,
  type Reply,
  type Upstream,
  upstream,
  useless,
} from "./support/upstream.ts";
import { client } from "./support/caller.ts";
import samples from "./sources.json" with { type: "json" };

/** Where all sources answer, on however busy a machine. */
const PATIENT = { sourceTimeoutMs: 60_000 };

const target = { kind: "address", ip: parseIp("81.2.69.142")! } as const;

const freeResponse = {
  status: "success",
  country: "United Kingdom",
  countryCode: "GB",
  regionName: "England",
  region: "ENG",
  city: "Free City",
  zip: "F1",
  lat: 51.5,
  lon: -0.1,
  timezone: "Europe/London",
  isp: "Free ISP",
};

/** Servers of all kinds; each answers as it is told. */
function servers(replies: Record<string, Reply | Behaviour>) {
  const names = ["free", "ipinfo", "ipapi", "maxmind", "abuse"];
  const running: Record<string, Upstream> = Object.fromEntries(
    names.map((name) => [name, upstream(replies[name] ?? { status: 500 })]),
  );
  return {
    running,
    env: {
      FREE_GEO_URL: running.free.url.href,
      IPINFO_URL: running.ipinfo.url.href,
      IPINFO_TOKEN: "secret-token-of-ipinfo",
      IPAPI_IS_URL: running.ipapi.url.href,
      IPAPI_IS_KEY: "secret-key-of-ipapi",
      MAXMIND_URL: running.maxmind.url.href,
      MAXMIND_ACCOUNT_ID: "secret-account",
      MAXMIND_LICENSE_KEY: "secret-licence",
      ABUSEIPDB_URL: running.abuse.url.href,
      ABUSEIPDB_KEY: "secret-key-of-abuse",
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        Object.values(running).map((server) => server[Symbol.asyncDispose]()),
      );
    },
  };
}

const good = {
  free: { body: freeResponse },
  ipinfo: {
    body: {
      ip: "81.2.69.142",
      geo: { city: "Paid City", country: "United Kingdom", country_code: "GB" },
      as: {
        asn: "AS20712",
        name: "Paid Name",
        domain: "aa.example",
        type: "isp",
      },
    },
  },
  ipapi: {
    body: {
      ip: "81.2.69.142",
      rir: "RIPE",
      is_vpn: true,
      asn: {
        asn: 20712,
        org: "Another Name",
        created: "2001-08-20",
        updated: "2020-01-02",
      },
    },
  },
  maxmind: {
    headers: { "content-type": "application/vnd.maxmind.com-city+json" },
    body: {
      country: { iso_code: "GB" },
      location: { latitude: 51.6, longitude: -0.2, accuracy_radius: 20 },
      postal: { code: "EC1" },
    },
  },
  abuse: { body: { data: { abuseConfidenceScore: 7, isPublic: true } } },
};

Deno.test("sources - V2 merges all sources, V1 the open ones", async () => {
  await using world = servers(good);
  await using app = await testApp({
    ...PATIENT,
    env: world.env,
    zone: { "81.2.69.142": ["line.example"] },
  });
  const { signal } = new AbortController();
  const { record } = await app.services.ipinfo.v2(target, { client, signal });
  assert.equal(record.hostname, "line.example");
  assert.equal(record.geo.city, "Paid City");
  assert.equal(record.geo.zip, "EC1");
  assert.deepEqual(
    [record.geo.latitude, record.geo.longitude, record.geo.accuracy_radius],
    [51.6, -0.2, 20],
  );
  assert.equal(record.geo.region, "England");
  assert.equal(record.network.asn_organization, "Paid Name");
  assert.equal(record.network.asn_domain, "aa.example");
  assert.equal(record.network.asn_created, "2001-08-20");
  assert.equal(record.network.rir, "RIPE");
  assert.equal(record.network.isp, "Free ISP");
  assert.equal(record.risk.is_vpn, true);
  assert.equal(record.risk.abuse_score, 7);

  const v1 = await (await app.get("/api/v1/ip/81.2.69.142")).json();
  assert.equal(v1.geo.city, "Free City");
  assert.equal(v1.geo.zip, "F1");
  // Once for both: the response is in the cache by then.
  assert.equal(world.running.free.received.length, 2);
  await app.services.ipinfo.v2(target, { client, signal });
  assert.equal(world.running.ipinfo.received.length, 1);
});

const bad: Record<string, Record<string, Reply | Behaviour>> = {
  "one hangs, one sends garbage, one drips, one fails": {
    ipinfo: endlessWaits["no response"],
    ipapi: useless["garbage for a response"],
    maxmind: endlessWaits["a response that drips"],
    abuse: useless["status 500"],
  },
  "300 kB, a bomb, a redirect, a reset": {
    ipinfo: useless["300 kB"],
    ipapi: useless["a compressed bomb"],
    maxmind: useless["a redirect"],
    abuse: useless["a connection reset"],
  },
};

for (const [name, replies] of Object.entries(bad)) {
  Deno.test(`sources - ${name}: the response has the fields of the others`, async () => {
    await using world = servers({ ...good, ...replies });
    const { signal } = new AbortController();
    const lookup = async (sourceTimeoutMs: number) => {
      await using app = await testApp({ env: world.env, sourceTimeoutMs });
      return await app.services.ipinfo.v2(target, { client, signal });
    };
    let limitMs = 1_500;
    let { record, lifetime } = await lookup(limitMs);
    // On a busy machine the good ones can be late as well.
    while (record.geo.city !== "Free City" && limitMs < 60_000) {
      limitMs *= 2;
      ({ record, lifetime } = await lookup(limitMs));
    }
    assert.equal(record.ok, true);
    assert.equal(record.geo.city, "Free City");
    assert.equal(record.geo.country_code, "GB");
    assert.equal(record.network.asn, 20712);
    assert.equal(record.network.rir, "RIPE");
    // What was missing may come in a moment: nobody is to keep this.
    assert.equal(lifetime, "none");
  });
}

Deno.test("sources - if the free server hangs, V1, GeoIP and single facts come from the tables", async () => {
  await using world = servers({ free: endlessWaits["a response that stops"] });
  await using app = await testApp({ env: world.env });
  const peer = "81.2.69.142";
  const answers = await Promise.all([
    app.get(`/api/v1/ip/${peer}`),
    app.get(`/api/geoip/${peer}`),
    app.get("/country-iso", { peer }),
    app.get("/json", { peer }),
    app.get("/", { peer, headers: { accept: "text/html" } }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status), Array(5).fill(200));
  const [v1, geoip, country] = await Promise.all(
    answers.map((response) => response.text()),
  );
  assert.equal(JSON.parse(v1).geo.country_code, "GB");
  assert.equal(JSON.parse(geoip).network.asn, 20712);
  assert.equal(country, "GB\n");
  assert.equal(answers[0].headers.get("cache-control"), "no-store");
});

Deno.test("sources - no response and no log line names a source, its address or its key", async () => {
  const cases = [good, {
    ...good,
    ...bad["300 kB, a bomb, a redirect, a reset"],
  }, {}];
  for (const replies of cases) {
    await using world = servers(replies);
    await using app = await testApp({
      env: { ...world.env, LOG_LEVEL: "debug" },
    });
    const peer = "81.2.69.142";
    const { signal } = new AbortController();
    const responses = [
      JSON.stringify(
        (await app.services.ipinfo.v2(target, { client, signal })).record,
      ),
    ];
    const paths = [
      "/api/v1/ip/81.2.69.142",
      "/api/v1/ip/nonsense",
      "/api/geoip/81.2.69.142",
      "/api/geoip/10.0.0.1",
      "/api/geoip/nowhere.example",
      "/json",
      "/asn-org",
      "/zip",
    ];
    for (const path of paths) {
      const response = await app.get(path, { peer });
      responses.push(
        await response.text(),
        JSON.stringify([...response.headers]),
      );
    }
    const names =
      /ip-?api|ipinfo|maxmind|abuseipdb|open-geo|asn-table|network-lists|iana|secret|127\.0\.0\.1/i;
    for (const text of [...responses, ...app.logged]) {
      assert.doesNotMatch(text, names);
    }
  }
});

Deno.test("sources - responses survive a restart, and state since when they are cached", async () => {
  const folder = await Deno.makeTempDir();
  const openKv = () => Deno.openKv(`${folder}/test.kv`);
  await using world = servers(good);
  {
    await using app = await testApp({ ...PATIENT, env: world.env, openKv });
    const response = await app.get("/api/geoip/81.2.69.142");
    const { meta } = await response.json();
    assert.deepEqual([meta.cached, meta.cache_saved_at], [false, ""]);
    const again = await (await app.get("/api/geoip/81.2.69.142")).json();
    assert.equal(again.meta.cached, true);
    assert.equal(again.meta.cache_saved_at, "2026-11-21T12:00:00+00:00");
  }
  {
    await using app = await testApp({ ...PATIENT, env: world.env, openKv });
    app.clock.now += 60_000;
    const { meta, geo } = await (await app.get("/api/geoip/81.2.69.142"))
      .json();
    assert.equal(geo.city, "Free City");
    assert.deepEqual(
      [meta.cached, meta.cache_saved_at, meta.requested_at],
      [true, "2026-11-21T12:00:00+00:00", "2026-11-21T12:01:00+00:00"],
    );
    assert.equal(world.running.free.received.length, 1);
    app.clock.now += 86_400_000;
    const later = await (await app.get("/api/geoip/81.2.69.142")).json();
    assert.equal(later.meta.cached, false);
    assert.equal(world.running.free.received.length, 2);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("sources - RDAP fills holder, contact and dates of V2, and is not queried for V1", async () => {
  await using registry = startRdapServer((path) => {
    const json = (body: unknown) =>
      new Response(JSON.stringify(body), {
        headers: { "content-type": "application/rdap+json" },
      });
    const services = [[["0.0.0.0/0"], [registry.url]]];
    if (path === "/ipv4.json") return json({ version: "1.0", services });
    if (path === "/asn.json") {
      return json({
        version: "1.0",
        services: [[["1-99999"], [registry.url]]],
      });
    }
    if (path === "/ip/81.2.69.142") {
      return json(samples.registration);
    }
    if (path === "/autnum/20712") {
      return json({
        objectClassName: "autnum",
        handle: "AS20712",
        startAutnum: 20712,
        endAutnum: 20712,
        name: "AAISP-AS",
        events: [
          { eventAction: "registration", eventDate: "2001-08-20T10:00:00Z" },
          { eventAction: "last changed", eventDate: "2020-01-02T10:00:00Z" },
        ],
      });
    }
  });
  await using app = await testApp({
    ...PATIENT,
    env: {
      RDAP: "on",
      RDAP_BOOTSTRAP_URL: registry.url,
      RDAP_ALLOW_NETWORKS: "127.0.0.0/8",
    },
  });
  await (await app.get("/api/v1/ip/81.2.69.142")).body?.cancel();
  assert.deepEqual(registry.requests, []);
  const { signal } = new AbortController();
  const { record } = await app.services.ipinfo.v2(target, { client, signal });
  assert.equal(record.network.assigned_org, "HOLDER-NET");
  assert.equal(record.network.asn_created, "2001-08-20");
  assert.equal(record.network.asn_updated, "2020-01-02");
  assert.equal(record.network.rir, "RIPE");
  assert.deepEqual(record.contacts, {
    abuse_email: "abuse@aa.example",
    abuse_phone: "+44-1344-400000",
  });
});
