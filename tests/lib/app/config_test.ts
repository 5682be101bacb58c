import assert from "node:assert/strict";
import { readConfig, variables } from "../../../lib/app/config.ts";
import { ConfigError } from "../../../lib/core/errors.ts";
import { formatCidr } from "../../../lib/net/cidr.ts";
import samples from "./config.json" with { type: "json" };

function configOf(env: Record<string, string>) {
  return readConfig((name) => env[name]);
}

/** The variables of a configuration, each with what is wrong with it. */
function faultsOf(env: Record<string, string>): string[][] {
  try {
    configOf(env);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.issues.map(({ variable, message }) => [variable, message]);
  }
  return [];
}

/** Asserts that a variable has one fault with each of the values. */
function assertRefused(variable: string, message: string, values: string[]) {
  for (const value of values) {
    const faults = faultsOf({ [variable]: value });
    assert.deepEqual(faults, [[variable, message]], value);
  }
}

type Config = ReturnType<typeof readConfig>;

function assertConfig(config: Config, expected: Partial<Config>) {
  for (const name of Object.keys(expected) as (keyof Config)[]) {
    assert.deepEqual(config[name], expected[name], name);
  }
}

Deno.test("readConfig - returns the documented defaults", () =>
  assertConfig(configOf({}), {
    HOST: "::",
    PORT: 8000,
    DATA_DIR: "./data",
    GEO_EDITION: "city",
    CLIENT_IP_HEADER: "x-forwarded-for",
    TRUSTED_PROXIES: [],
    DNS_SERVERS: [],
    BASE_URL: undefined,
    LOG_LEVEL: "info",
  }));

Deno.test("readConfig - the number of threads, and the ports of name servers, with their limits", () => {
  const threads = [["auto", "auto"], ["1", 1], ["16", 16]] as const;
  for (const [THREADS, count] of threads) {
    assert.equal(configOf({ THREADS }).THREADS, count);
  }
  const message = "must be auto, or a number from 1 to 16";
  assertRefused("THREADS", message, ["0", "17", "x"]);
  const portsOf = (DNS_SERVERS: string) =>
    configOf({ DNS_SERVERS }).DNS_SERVERS.map(({ port }) => port);
  assert.deepEqual(portsOf("192.0.2.1:1,192.0.2.1:65535"), [1, 65535]);
  for (const port of [0, 65536]) {
    assert.equal(faultsOf({ DNS_SERVERS: `192.0.2.1:${port}` }).length, 1);
  }
});

Deno.test("readConfig - whole numbers within their limits", () => {
  for (const PORT of ["0", "65535"]) {
    assert.equal(configOf({ PORT }).PORT, Number(PORT));
  }
  const message = "must be a whole number from 0 to 65535";
  assertRefused("PORT", message, ["-1", "65536", "1.5", "1e3", "x"]);
});

Deno.test("readConfig - other URLs of feeds, or off", () => {
  assert.deepEqual(
    configOf({ DATA_URLS: "a-1=https://a.example/f?x=1,b=off" }).DATA_URLS,
    [["a-1", "https://a.example/f?x=1"], ["b", "off"]],
  );
  assertRefused(
    "DATA_URLS",
    "element 1 is not a feed with a URL, or off: name=https://…",
    ["a", "a=", "=off", "A=off", "a=ftp://a.example/"],
  );
});

Deno.test("readConfig - has a default limit for each bucket", () => {
  for (const [bucket, limit] of Object.entries(samples.defaultLimits)) {
    const name = bucket === "v6" ? "V6_PREFIX" : bucket.toUpperCase();
    const limits: Record<string, unknown> = configOf({});
    assert.equal(limits[`RATE_LIMIT_${name}`], limit, name);
  }
});

Deno.test("readConfig - treats an empty variable as unset", () =>
  assert.equal(configOf({ PORT: "", BASE_URL: "" }).PORT, 8000));

Deno.test("readConfig - reports all errors at once, by variable", () => {
  assert.deepEqual(faultsOf(samples.faulty), samples.errors);
});

Deno.test("readConfig - takes at most 32 blocklists, each with room for an address", () => {
  const zones = (count: number) =>
    Array.from({ length: count }, (_, i) => `bl${i}.example`).join();
  const long = [..."abc", "x".repeat(63), "x".repeat(63), "x".repeat(53)];
  assert.equal(long.join(".").length, 187);
  const messages = (DNSBL_ZONES: string) =>
    faultsOf({ DNSBL_ZONES }).map(([, message]) => message);
  assert.deepEqual(messages(zones(32)), []);
  assert.deepEqual(messages(`${long.join(".")}.x`), []);
  assert.deepEqual(messages(zones(33)), ["must have at most 32 elements"]);
  const what =
    "is not a domain name, with or without a name to show: name=zone";
  assert.deepEqual(
    messages(`a.example,192.0.2.1,=b.example,c=,${long.join(".")}.xy`),
    [2, 3, 4, 5].map((i) => `element ${i} ${what}`),
  );
});

Deno.test("readConfig - never repeats a value, which may be secret", () => {
  const faults = faultsOf({
    ADMIN_PASSWORD: "hunter2hunter2",
    KV_URL: "user:hunter2hunter2@kv",
  });
  assert.equal(JSON.stringify(faults).includes("hunter2"), false);
  const variables = faults.map(([variable]) => variable);
  assert.deepEqual(variables, ["KV_URL", "ADMIN_EMAIL"]);
});

Deno.test("readConfig - requires a first administrator who can sign in", () => {
  const address = ["ADMIN_EMAIL", "must be an e-mail address"];
  const password = (what: string) => ["ADMIN_PASSWORD", `The password ${what}`];
  const short = password("must have at least 10 characters.");
  const same = password("must differ from the e-mail address.");
  const cases = [
    ["ann@example.net", "correct horse", []],
    ["ann@example.net", "short", [short]],
    ["Ann@Example.net", "ann@example.net", [same]],
    ["ann", "short", [address, short]],
    [`${"a".repeat(250)}@example.net`, "correct horse", [address]],
    ["änn@example.net", "correct horse", [address]],
  ] as const;
  for (const [ADMIN_EMAIL, ADMIN_PASSWORD, faults] of cases) {
    assert.deepEqual(faultsOf({ ADMIN_EMAIL, ADMIN_PASSWORD }), faults);
  }
  const ADMIN_EMAIL = " Ann@Example.net ";
  assertConfig(configOf({ ADMIN_EMAIL, ADMIN_PASSWORD: "correct horse" }), {
    ADMIN_EMAIL: { text: "Ann@Example.net", key: "ann@example.net" },
  });
});

Deno.test("readConfig - parses lists", () => {
  const config = configOf({
    TRUSTED_PROXIES: "127.0.0.1, 2001:db8::/32",
    DNS_SERVERS: "9.9.9.9,127.0.0.1:5353,::1,[::1]:5353",
  });
  assert.equal(config.TRUSTED_PROXIES.length, 2);
  assert.deepEqual(config.DNS_SERVERS, [
    { ip: "9.9.9.9", port: 53 },
    { ip: "127.0.0.1", port: 5353 },
    { ip: "::1", port: 53 },
    { ip: "::1", port: 5353 },
  ]);
});

Deno.test("readConfig - accepts an address with a port as a probe host", () => {
  const config = configOf({
    V4_URL: "http://127.0.0.1:8001",
    V6_URL: "http://[::1]:8001",
  });
  assert.equal(config.V4_URL?.host, "127.0.0.1:8001");
  assert.equal(config.V6_URL?.host, "[::1]:8001");
});

Deno.test("readConfig - has egress features off by default", () =>
  assertConfig(configOf({}), {
    V6_LITERAL_URL: undefined,
    DNS_PROBE_ZONE: undefined,
    DNS_PROBE_PORT: 53,
    DNS_PROBE_ADDRESSES: [],
    STUN_PORT: undefined,
    SPEED_TEST: "off",
    STUN_URLS: [],
    EGRESS_SITES: [],
    DNSBL_ZONES: [],
  }));

Deno.test("readConfig - reads the egress variables", () => {
  const config = configOf({
    V6_LITERAL_URL: "http://[2001:DB8::1]:8000",
    DNS_PROBE_ZONE: "Probe.Example.net.",
    DNS_PROBE_ADDRESSES: "192.0.2.1, 2001:db8:0::1,::ffff:192.0.2.2",
    STUN_PORT: "3478",
    STUN_URLS: "stun:a.example,stuns:[2001:db8::1]:5349",
    EGRESS_SITES: "https://a.example/ip?x=1, http://b.example",
    DNSBL_ZONES: "BL.example.net., A list=key.dq.example.net",
  });
  assert.equal(config.V6_LITERAL_URL?.origin, "http://[2001:db8::1]:8000");
  assert.deepEqual(
    config.DNS_PROBE_ADDRESSES.map(({ family, text }) => [family, text]),
    [[4, "192.0.2.1"], [6, "2001:db8::1"], [4, "192.0.2.2"]],
  );
  assertConfig(config, {
    DNS_PROBE_ZONE: "probe.example.net",
    STUN_PORT: 3478,
    STUN_URLS: ["stun:a.example", "stuns:[2001:db8::1]:5349"],
    DNSBL_ZONES: [
      { name: "bl.example.net", zone: "bl.example.net" },
      { name: "A list", zone: "key.dq.example.net" },
    ],
  });
  const found = config.EGRESS_SITES.map(({ href }) => href);
  assert.deepEqual(found, ["https://a.example/ip?x=1", "http://b.example/"]);
});

Deno.test("readConfig - requires an IPv6 address without a path as a literal", () =>
  assertRefused(
    "V6_LITERAL_URL",
    "must be an http or https URL without a path whose host is an IPv6 address, such as http://[2001:db8::1]:8000",
    [
      ...["https://v6.example.net", "http://192.0.2.1", "[2001:db8::1]"],
      ...["http://[2001:db8::1]/path", "http://[2001:db8::g]"],
    ],
  ));

Deno.test("readConfig - requires an address for a probe zone", () => {
  const zone = { DNS_PROBE_ZONE: "probe.example.net" };
  const fault = [
    "DNS_PROBE_ADDRESSES",
    "must hold at least one address where DNS_PROBE_ZONE is set",
  ];
  for (const env of [zone, { ...zone, DNS_PROBE_ADDRESSES: " " }]) {
    assert.deepEqual(faultsOf(env), [fault]);
  }
  const message = "element 2 is not an address";
  assertRefused("DNS_PROBE_ADDRESSES", message, ["192.0.2.1,x"]);
});

Deno.test("readConfig - hides metrics and logs no requests by default", () => {
  const off = { METRICS_ALLOW: [], ACCESS_LOG: "off", LOG_CLIENT: "short" };
  assertConfig(configOf({}), off as Partial<Config>);
  assert.deepEqual(
    configOf({ METRICS_ALLOW: "127.0.0.1,::ffff:10.0.0.0/104" }).METRICS_ALLOW
      .map(formatCidr),
    ["127.0.0.1/32", "10.0.0.0/8"],
  );
  assert.deepEqual(
    faultsOf({ METRICS_ALLOW: "*", ACCESS_LOG: "yes", LOG_CLIENT: "none" }),
    [
      ["LOG_CLIENT", "must be one of short, full"],
      ["ACCESS_LOG", "must be one of off, on"],
      ["METRICS_ALLOW", "element 1 is not an address or CIDR"],
    ],
  );
});

Deno.test("readConfig - refuses invalid ports, and variables without those they need", () => {
  const message = "must be a whole number from 1 to 65535";
  assert.deepEqual(faultsOf({ STUN_SECOND_PORT: "3479" }), [
    ["STUN_PORT", "must be set along with STUN_SECOND_PORT"],
  ]);
  const ANALYTICS_WEBSITE_ID = crypto.randomUUID();
  assert.deepEqual(faultsOf({ ANALYTICS_WEBSITE_ID }), [
    ["ANALYTICS_URL", "must be set along with ANALYTICS_WEBSITE_ID"],
  ]);
  assert.deepEqual(faultsOf({ ANALYTICS_URL: "https://example.net" }), []);
  assert.deepEqual(faultsOf({ STUN_PORT: "0", DNS_PROBE_PORT: "65536" }), [
    ["DNS_PROBE_PORT", message],
    ["STUN_PORT", message],
  ]);
});

// Deno itself reads the token for KV Connect.
const known = [...Object.keys(variables.shape), "DENO_KV_ACCESS_TOKEN"]
  .toSorted();

// Fresh derives its build id from these. They are permitted so that the app
// also runs on Fresh.
const READ_BY_FRESH = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"];

// Deno Deploy sets it, nobody else.
const SET_BY_DEPLOY = ["DENO_DEPLOY"];

Deno.test("variables - are exactly those in .env.example", async () => {
  const example = await Deno.readTextFile(
    new URL("../../../.env.example", import.meta.url),
  );
  const listed = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map((m) => m[1]);
  assert.deepEqual(listed.toSorted(), known);
});

Deno.test("variables - are exactly those in the serve permissions", async () => {
  const { permissions } = JSON.parse(
    await Deno.readTextFile(new URL("../../../deno.json", import.meta.url)),
  );
  assert.deepEqual(
    permissions.serve.env.toSorted(),
    [...known, ...READ_BY_FRESH, ...SET_BY_DEPLOY].toSorted(),
  );
});
