import assert from "node:assert/strict";
import { DnsClient } from "../../lib/dns/dns_client.ts";
import { LookupService } from "../../lib/lookup/lookup_service.ts";
import { queryFailed } from "../../lib/lookup/lookup_errors.ts";
import { InFlight } from "../../lib/http/in_flight.ts";
import { AppError } from "../../lib/core/errors.ts";
import { BUCKETS } from "../../lib/limits/bucket.ts";
import type { Connect } from "../../lib/egress/port_checker.ts";
import { tooManyLookups } from "../../lib/whois/whois_errors.ts";
import { MemoryIndex } from "../lib/lookup/memory_index.ts";
import { policy } from "../lib/lookup/policy.ts";
import { withWhois } from "../routes/whois/fixture.ts";
import { type RequestOptions, type TestApp, testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { hasNsd, startNsd } from "../support/nsd.ts";
import {
  Contract,
  documentOf,
  operationsOf,
  type Placed,
  RequestContract,
} from "../support/openapi.ts";

/** What every endpoint really answers, held against the document that describes it. */

/** An operation, what is asked of it, and the status that this has. */
type Row = [id: string, status: number, path: string, options?: RequestOptions];

const peer = "66.102.0.1";
/** A public address of which the tables know nothing. */
const UNKNOWN = "2534:bcd7:7882::1";
const NONCE = "abcdefghij0123456789";
const zone = {
  "66.102.0.1": ["google.example"],
  "8.8.8.8": ["dns.google"],
  "dns.example": ["8.8.8.8", "2001:4860:4860::8888"],
  "inner.example": ["10.0.0.1"],
  "silent.example": null,
};
const open: Connect = () => Promise.resolve({ close() {} });
const noLimits = Object.fromEntries(
  BUCKETS.map((name) => [`RATE_LIMIT_${name.toUpperCase()}`, "0"]),
);
const json = { accept: "application/json" };
/** The client has the response, whatever its tag. */
const known = { headers: { "if-none-match": "*" } };

function posted(body: string, type = "application/json"): RequestOptions {
  return { method: "POST", body, headers: { "content-type": type } };
}

function rpc(message: object): RequestOptions {
  return posted(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

const call = rpc({
  id: 1,
  method: "tools/call",
  params: { name: "lookup_address", arguments: { address: "8.8.8.8" } },
});

const EXPORT = "/export/Porthole-Country.mmdb";
const EDITION = "/geoip/databases/Porthole-Country";

const plain: readonly Row[] = [
  ["getAddress", 200, "/"],
  ["getAddress", 200, "/", { headers: json }],
  ["getAddress", 200, "/", { headers: { accept: "text/html" } }],
  ["getAddress", 200, "/", { method: "HEAD" }],
  ["getAddress", 400, "/", { origin: "http://v6.test" }],
  ["getAddress", 200, "/?format=text"],
  ["getAddress", 200, "/?format=json"],
  ["getAddress", 200, "/?format=jsonp"],
  ["getAddress", 400, "/?format=xml"],
  ["getAddress", 400, "/?ip=8.8.8.8"],
  ["getJsonIp", 200, "/api/jsonip"],
  ["getJsonIp", 200, "/api/jsonip?callback=a.b"],
  ["getJsonIp", 400, "/api/jsonip?callback=if"],
  ["getJsonIp", 400, "/api/jsonip?ip=8.8.8.8"],
  ["getOwnCountry", 200, "/country"],
  ["getOwnCountryIso", 200, "/country-iso"],
  ["getOwnAsn", 200, "/asn"],
  ["getOwnAsnOrg", 200, "/asn-org"],
  ["getOwnHostname", 200, "/hostname"],
  ...[
    "Country",
    "CountryIso",
    "City",
    "Asn",
    "AsnOrg",
    "Coordinates",
    "Timezone",
    "Hostname",
  ].map((name): Row => [
    `getOwn${name}`,
    400,
    `/${name.replace(/\B[A-Z]/, "-$&").toLowerCase()}?ip=1.2.3`,
  ]),
  ["getFact", 200, "/8.8.8.8/asn"],
  ["getFact", 200, "/dns.example/country?family=6"],
  ["getFact", 400, "/1.2.3/asn"],
  ["getFact", 404, "/none.example/asn"],
  ["getFact", 503, "/silent.example/asn"],
  ["checkPortAsEchoip", 200, "/port/443"],
  ["checkPortAsEchoip", 400, "/port/0"],
  ["getAddressAsDyndns", 200, "/checkip"],
  ["getAddressAsDyndns", 400, "/checkip?ip=8.8.8.8"],
  ["getAllAsText", 200, "/all?ip=8.8.8.8&color=on"],
  ["getAllAsText", 400, "/all?color=red"],
  ["getRequest", 200, "/api/request?a=b", { headers: { cookie: "a=b" } }],
  ["checkAccess", 204, "/api/allow?allow_country=US"],
  ["checkAccess", 403, "/api/allow?deny_country=US"],
  ["checkAccess", 400, "/api/allow"],
  ["checkPort", 200, "/api/port/443"],
  ["checkPort", 400, "/api/port/0"],
  ["checkPort", 400, "/api/port/443", { peer: "10.0.0.1" }],
  ["getGeoip", 200, "/api/geoip/8.8.8.8"],
  ["getGeoip", 200, "/api/geoip/2001:4860:4860::8888"],
  ["getGeoip", 200, "/api/geoip/10.0.0.1"],
  ["getGeoip", 200, "/api/geoip/dns.example?family=6"],
  ["getGeoip", 200, "/api/geoip/none.example"],
  ["getGeoip", 200, "/api/geoip/8.8.8.8?callback=show"],
  ["getGeoip", 400, "/api/geoip/1.2.3"],
  ["getGeoip", 400, "/api/geoip/1::2::3"],
  ["getGeoip", 400, "/api/geoip/-.example"],
  ["getGeoip", 400, "/api/geoip/a%20b"],
  ["getGeoip", 400, "/api/geoip/8.8.8.8?callback="],
  ["getGeoip", 400, "/api/geoip/dns.example?family=5"],
  ["getGeoip", 200, "/api/geoip/8.8.8.8?lang=zh"],
  ["getGeoip", 400, "/api/geoip/8.8.8.8?lang=de"],
  ["getOwnGeoip", 200, "/ip"],
  ["getOwnGeoip", 200, "/ip", { peer: "10.0.0.1" }],
  ["getOwnGeoip", 200, "/ip?callback=show"],
  ["getOwnGeoip", 200, "/ip?format=text"],
  ["getOwnGeoip", 400, "/ip?callback=1"],
  ["getOwnGeoip", 200, "/ip?lang=zh"],
  ["getOwnGeoip", 400, "/ip?lang=de"],
  ["getGeoipShort", 200, "/8.8.8.8"],
  ["getGeoipShort", 400, "/1.2.3"],
  ["getGeoipShort", 404, "/index.php"],
  ["getCountryRanges", 200, "/api/ranges/country/va"],
  ["getCountryRanges", 200, "/api/ranges/country/VA?format=json"],
  ["getCountryRanges", 400, "/api/ranges/country/vat"],
  ["getCountryRanges", 404, "/api/ranges/country/zz"],
  ["getSystemRanges", 200, "/api/ranges/asn/3333?format=json"],
  ["getCountryRanges", 304, "/api/ranges/country/VA", known],
  ["getSystemRanges", 304, "/api/ranges/asn/3333", known],
  ["getSystemRanges", 400, "/api/ranges/asn/x"],
  ["getSystemRanges", 404, "/api/ranges/asn/4294967295"],
  ["getOwnV1", 200, "/api/v1/"],
  ["getOwnV1", 200, "/api/v1?callback=show"],
  ["getOwnV1", 400, "/api/v1?callback="],
  ["getV1OfIp", 200, "/api/v1/ip/8.8.8.8"],
  ["getV1OfIp", 200, "/api/v1/ip/::1"],
  ["getV1OfIp", 400, "/api/v1/ip/1.2.3"],
  ["getV1OfIp", 400, "/api/v1/ip/dns.example"],
  ["getV1OfIp", 200, "/api/v1/ip/8.8.8.8?lang=zh-CN"],
  ["getV1OfIp", 400, "/api/v1/ip/8.8.8.8?lang=de"],
  ["getV1OfDomain", 200, "/api/v1/domain/dns.example"],
  ["getV1OfDomain", 400, "/api/v1/domain/8.8.8.8"],
  ["getV1OfDomain", 400, "/api/v1/domain/dns.example?family=5"],
  ["getV1OfDomain", 400, "/api/v1/domain/dns.example?lang=de"],
  ["getV1OfDomain", 404, "/api/v1/domain/none.example"],
  ["getV1OfDomain", 503, "/api/v1/domain/silent.example"],
  ["getV1Batch", 200, "/api/v1/batch", posted('{"targets":["8.8.8.8","x"]}')],
  ["getV1Batch", 400, "/api/v1/batch", posted('{"targets":[]}')],
  ["getV1Batch", 413, "/api/v1/batch", posted(" ".repeat(65_537))],
  ["getV1Batch", 415, "/api/v1/batch", posted('{"targets":["::1"]}', "text/x")],
  ["getAsEchoip", 200, "/json", { headers: { "user-agent": "curl/8.5.0" } }],
  ["getAsEchoip", 200, "/json?ip=2001:4860:4860::8888&callback=show"],
  ["getAsEchoip", 200, "/json?fields=status,query"],
  ["getAsEchoip", 400, "/json?ip=1.2.3"],
  ["getAsIpApi", 200, "/json/8.8.8.8?fields=66846719"],
  ["getAsIpApi", 200, "/json/10.0.0.1"],
  ["getAsIpApi", 200, "/json/8.8.8.8?callback=show"],
  ["getAsIpApi", 400, "/json/8.8.8.8?callback="],
  ["getAsIpApi", 503, "/json/silent.example"],
  ["getAsIpApiCsv", 200, "/csv/8.8.8.8"],
  ["getAsIpApiCsv", 503, "/csv/silent.example"],
  ["getAsIpApiLines", 200, "/line/dns.example"],
  ["getAsIpApiLines", 503, "/line/silent.example"],
  ["getBatchAsIpApi", 200, "/batch", posted('["8.8.8.8",{"query":"::1"}]')],
  ["getBatchAsIpApi", 400, "/batch", posted("{}")],
  ["getBatchAsIpApi", 413, "/batch", posted(" ".repeat(65_537))],
  [
    "getBatchAsIpApi",
    422,
    "/batch",
    posted(JSON.stringify(Array(101).fill("8.8.8.8"))),
  ],
  ...["country", "city"].flatMap((path): Row[] => {
    const id = `getAsGeoip2${path}`;
    return [
      [id, 200, `/geoip/v2.1/${path}/8.8.8.8`],
      [id, 200, `/geoip/v2.1/${path}/me`],
      [id, 400, `/geoip/v2.1/${path}/1.2.3`],
      [id, 404, `/geoip/v2.1/${path}/${UNKNOWN}`],
    ];
  }),
  ["lookUpDns", 400, "/lookup/10.0.0.0/8?output=json"],
  ["lookUpDns", 400, "/lookup/%zz?output=json"],
  ["lookUpDns", 400, "/lookup/192.0.2.1?dns_type=dnsbl&output=json"],
  ["enrich", 200, "/api/egress/enrich", posted('{"ips":["8.8.8.8","::1"]}')],
  ["enrich", 400, "/api/egress/enrich", posted('{"ips":[]}')],
  ["enrich", 415, "/api/egress/enrich", posted("x", "text/plain")],
  ["enrich", 413, "/api/egress/enrich", posted(" ".repeat(5000))],
  ["getResolvers", 400, "/api/egress/dns/short"],
  ["getResolvers", 404, `/api/egress/dns/${NONCE}`],
  ["getExit", 200, "/api/egress/exit"],
  ["getExit", 200, "/api/egress/exit?large"],
  ["downloadBytes", 404, "/api/speed/download"],
  ["uploadBytes", 404, "/api/speed/upload", { method: "POST" }],
  ["listExports", 404, "/export"],
  ["getExport", 404, EXPORT],
  ["listEditionsAsGeoip2", 404, "/geoip/updates/metadata"],
  ["downloadEditionAsGeoip2", 404, `${EDITION}/download`],
  ["updateEditionAsGeoip2", 404, `${EDITION}/update`],
  ["getPreview", 400, "/preview/1.2.3"],
  ["sendMcpMessage", 200, "/mcp", rpc({ id: 1, method: "ping" })],
  ["sendMcpMessage", 200, "/mcp", rpc({ id: "a", method: "none" })],
  ["sendMcpMessage", 202, "/mcp", rpc({ method: "notifications/initialized" })],
  ["sendMcpMessage", 400, "/mcp", posted("[]")],
  ["sendMcpMessage", 400, "/mcp", posted("{")],
  ["sendMcpMessage", 401, "/mcp", {
    ...call,
    headers: { ...call.headers, "x-api-key": `ph_${"a".repeat(43)}` },
  }],
  ["sendMcpMessage", 413, "/mcp", posted(" ".repeat(32_769))],
  ["sendMcpMessage", 415, "/mcp", posted("{}", "text/plain")],
  ["getOpenapi", 200, "/openapi.json"],
  ["getOpenapi", 304, "/openapi.json", known],
];

const transfers: readonly Row[] = [
  ["downloadBytes", 200, "/api/speed/download?bytes=9"],
  ["downloadBytes", 400, "/api/speed/download?bytes=0"],
  ["uploadBytes", 200, "/api/speed/upload", posted("9 bytes !")],
  ["uploadBytes", 400, "/api/speed/upload", brokenOff()],
  ["uploadBytes", 413, "/api/speed/upload", posted("x".repeat(25_000_001))],
];

/** A request whose body breaks off. */
function brokenOff(): RequestOptions {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error("gone")),
  });
  return { method: "POST", body };
}

const md5 = "0cc175b9c0f1b6a831c399e269772661";
const manifest = {
  madeAt: Date.UTC(2026, 10, 24),
  files: [
    ["mmdb", "application/vnd.maxmind.maxmind-db"],
    ["tar.gz", "application/gzip"],
  ].map(([suffix, type]) => ({
    ...{ name: `Porthole-Country.${suffix}`, type, bytes: 1, md5 },
  })),
  editions: [{ name: "Porthole-Country", md5, packed: [0, 1] }],
};

const exported: readonly Row[] = [
  ["listExports", 200, "/export"],
  ["listEditionsAsGeoip2", 200, "/geoip/updates/metadata"],
  ...([
    ["getExport", EXPORT],
    ["downloadEditionAsGeoip2", `${EDITION}/download?suffix=tar.gz`],
    ["updateEditionAsGeoip2", `${EDITION}/update`],
  ] as const).flatMap(([id, path]): Row[] => [
    [id, 200, path],
    [id, 206, path, { headers: { range: "bytes=0-0" } }],
    [id, 304, path, known],
    [id, 416, path, { headers: { range: "bytes=1-" } }],
  ]),
  ["updateEditionAsGeoip2", 304, `${EDITION}/update?db_md5=${md5}`],
  ["downloadEditionAsGeoip2", 400, `${EDITION}/download?suffix=zip`],
];

const cityFacts: readonly Row[] = [
  ["getOwnCity", 200, "/city"],
  ["getOwnCoordinates", 200, "/coordinates"],
  ["getOwnTimezone", 200, "/timezone"],
];

const lookups: readonly Row[] = [
  ["lookUpDns", 200, "/lookup/www.example.test?output=json"],
  ["lookUpDns", 200, "/lookup/www.example.test?output=csv"],
  ["lookUpDns", 200, "/lookup/192.0.2.1?output=json"],
  ["lookUpDns", 200, "/lookup/192.0.2.0%2F29?output=json"],
  ["lookUpDns", 200, "/lookup/192.0.2.1?dns_type=ip_domains&output=json"],
  ["lookUpDns", 200, "/lookup/example?dns_type=rdns_pattern&output=json"],
  ["lookUpDns", 200, "/lookup/example?dns_type=cname_pattern&output=json"],
  ["lookUpDns", 200, "/lookup/192.0.2.1?dns_type=dnsbl&output=json"],
];

const registrations: readonly Row[] = [
  ["lookUpRegistration", 200, "/whois/b%C3%BCcher.test?output=json"],
  ["lookUpRegistration", 200, "/whois/198.51.100.7?output=json"],
  ["lookUpRegistration", 200, "/whois/AS64496?output=json"],
  ["lookUpRegistration", 400, "/whois/1.2.3?output=json"],
  ["lookUpRegistration", 400, "/whois/b.test?output=xml"],
  ["lookUpRegistration", 404, "/whois/none.test?output=json"],
  ["lookUpRegistration", 422, "/whois/loop.test?output=json"],
  ["lookUpRegistration", 422, "/whois/odd.test?output=json"],
];

/** They wait for nothing, so only the limit on all requests in progress refuses them. */
const poolless =
  /^(?:get(?:Address|AddressAsDyndns|AllAsText|AsEchoip|Exit|JsonIp|Openapi|Request|Resolvers|V1OfIp|Own(?!V2).*|AsGeoip2c.*)|getPreview|sendMcpMessage|enrich)$/;

/** The example of an operation as a request. */
function requestOf({ method, operation }: Placed): [string, RequestOptions] {
  const { pathname, search } = new URL(operation["x-example-url"]);
  const body = operation.requestBody?.content["application/json"]?.example;
  const options = method === "post" ? posted(JSON.stringify(body)) : {};
  return [pathname + search, options];
}

async function holdRows(
  contract: Contract,
  app: TestApp,
  rows: readonly Row[],
): Promise<void> {
  for (const [id, status, path, options] of rows) {
    const response = await app.get(path, { peer, ...options });
    assert.equal(response.status, status, `${id} ${path}`);
    const isHead = options?.method === "HEAD";
    await contract.holds(id, isHead ? new Response("", response) : response);
  }
}

/** Asks every operation that promises a status for its example. */
async function holdAll(
  contract: Contract,
  app: TestApp,
  status: number,
  placed: readonly Placed[],
  more: RequestOptions = {},
): Promise<void> {
  for (const one of placed) {
    if (!one.operation.responses[status]) continue;
    const [path, options] = requestOf(one);
    const headers = { ...options.headers, ...more.headers };
    const response = await app.get(path, {
      peer,
      ...more,
      ...options,
      headers,
    });
    assert.equal(response.status, status, path);
    await contract.holds(one.operation.operationId, response);
  }
}

Deno.test("openapi.json - every response matches the document, and every documented response occurs", async (t) => {
  const env = { ...noLimits, V6_URL: "http://v6.test" };
  await using app = await testApp({ env, zone, connect: open });
  const document = await documentOf(app);
  const contract = new Contract(document);
  const placed = operationsOf(document);
  const facts = placed.filter(({ operation }) =>
    operation.operationId.startsWith("getOwn") && operation.responses[404]
  );

  await t.step("answers and refusals", async () => {
    // A silent name takes seconds to be given up.
    const { silent = [], others = [] } = Object.groupBy(
      plain,
      ([, , path]) => path.includes("silent.example") ? "silent" : "others",
    );
    await Promise.all(
      [others, ...silent.map((row) => [row])]
        .map((rows) => holdRows(contract, app, rows)),
    );
  });
  await t.step("what is not known", async () => {
    assert.equal(facts.length, 8);
    await holdAll(contract, app, 404, facts, { peer: "10.0.0.1" });
  });

  await t.step("facts of a city", async () => {
    await using city = await testApp({ env: { GEO_EDITION: "city" } });
    await holdRows(contract, city, cityFacts);
  });

  await t.step("DNS lookups", async () => {
    if (!hasNsd()) return;
    await using nsd = await startNsd({
      "example.test": "@ 300 A 192.0.2.1\n@ MX 10 mail\nwww CNAME @",
      "2.0.192.in-addr.arpa": "1 PTR www.example.test.",
      "bl.test": "1.2.0.192 A 127.0.0.2\n1.2.0.192 TXT spam",
    });
    using client = new DnsClient({ nameServers: [nsd] });
    const now = () => app.clock.now;
    const index = new MemoryIndex(now);
    const blocklists = [{ name: "bl.test", zone: "bl.test" }];
    const lookup = new LookupService({
      client,
      index,
      now,
      policy,
      blocklists,
    });
    const { services } = app;
    const before = services.lookup;
    Object.assign(services, { lookup });
    await holdRows(contract, app, lookups);
    Object.assign(services, { lookup: before });
  });

  await t.step("registrations", async () => {
    await withWhois(({ app }) => holdRows(contract, app, registrations));
  });

  await t.step("resolvers", async () => {
    await using probing = await testApp({
      env: {
        HOST: "127.0.0.1",
        DNS_PROBE_ZONE: "probe.example",
        DNS_PROBE_ADDRESSES: "127.0.0.1",
      },
      config: { DNS_PROBE_PORT: 0 },
    });
    const path = `/api/egress/dns/${NONCE}`;
    await holdRows(contract, probing, [["getResolvers", 200, path]]);
  });

  await t.step("pictures", async () => {
    const { previews } = app.services;
    for (const [status, png] of [[200, new Uint8Array(1)], [303, null]]) {
      const picture = () => Promise.resolve(png);
      Object.assign(app.services, { previews: { picture } });
      await holdRows(contract, app, [
        ["getPreview", Number(status), "/preview/8.8.8.8"],
      ]);
    }
    Object.assign(app.services, { previews });
  });

  await t.step("assistants", async () => {
    const version = "2026-07-28";
    const { headers, ...modern } = rpc({
      id: 1,
      method: "none",
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    });
    const repeated = { "mcp-protocol-version": version, "mcp-method": "none" };
    await holdRows(contract, app, [
      ["sendMcpMessage", 404, "/mcp", {
        ...modern,
        headers: { ...headers, ...repeated },
      }],
    ]);
    await using off = await testApp({ env: { MCP: "off" } });
    await holdRows(contract, off, [["sendMcpMessage", 404, "/mcp", call]]);
  });

  await t.step("transfers", async () => {
    await using measuring = await testApp({
      env: { ...noLimits, SPEED_TEST: "on" },
    });
    await holdRows(contract, measuring, transfers);
  });

  await t.step("exports", async () => {
    const file = await Deno.makeTempFile();
    await Deno.writeTextFile(file, "a");
    const exports = {
      isForMembers: false,
      manifest,
      pathOf: () => file,
      acquireReader: () => Promise.resolve({ [Symbol.dispose]() {} }),
    };
    Object.assign(app.services, { exports });
    await holdRows(contract, app, exported);
    await Deno.remove(file);
    // For the step of tokens.
    Object.assign(app.services, {
      exports: { ...exports, isForMembers: true },
    });
  });

  await t.step("tokens", async () => {
    const { token } = await newMember(app, "v2@example.net");
    const mine = { headers: { "x-api-key": token } };
    const batch = (body: string) => {
      const { headers, ...options } = posted(body);
      return { ...options, headers: { ...headers, ...mine.headers } };
    };
    await holdRows(contract, app, [
      ["getOwnV2", 200, "/api/v2", mine],
      ["getOwnV2", 400, "/api/v2?ip=8.8.8.8", mine],
      ["getV2OfIp", 200, "/api/v2/ip/::1", mine],
      ["getV2OfIp", 400, "/api/v2/ip/1.2.3", mine],
      ["getV2OfDomain", 200, "/api/v2/domain/dns.example", mine],
      ["getV2OfDomain", 400, "/api/v2/domain/x", mine],
      ["getV2OfDomain", 404, "/api/v2/domain/none.example", mine],
      ["getAsGeoip2insights", 200, "/geoip/v2.1/insights/8.8.8.8", mine],
      ["getAsGeoip2insights", 400, "/geoip/v2.1/insights/::1", mine],
      ["getAsGeoip2insights", 404, `/geoip/v2.1/insights/${UNKNOWN}`, mine],
      ["getV2Batch", 200, "/api/v2/batch", batch('{"targets":["::1","x"]}')],
      ["getV2Batch", 400, "/api/v2/batch", batch('{"targets":[]}')],
      ["getV2Batch", 413, "/api/v2/batch", batch(" ".repeat(65_537))],
      ["getV2Batch", 415, "/api/v2/batch", {
        ...posted("{}", "text/plain"),
        headers: { ...mine.headers, "content-type": "text/plain" },
      }],
    ]);
    // Without a token, it responds to others.
    const forMembers = placed.filter(({ operation }) =>
      operation.operationId !== "sendMcpMessage"
    );
    await holdAll(contract, app, 401, forMembers);
    for (let used = 5; used < 100; used++) {
      await (await app.get("/api/v2", mine)).body?.cancel();
    }
    const metered = placed.filter(({ operation }) =>
      operation.security.length > 0
    );
    assert.equal(metered.length, 5);
    await holdAll(contract, app, 429, metered, mine);
    await holdAll(contract, app, 402, metered, mine);
  });

  await t.step("limits", async () => {
    await using strict = await testApp({
      env: Object.fromEntries(Object.keys(noLimits).map((name) => [name, "1"])),
    });
    const { token } = await newMember(strict, "strict@example.net");
    const document = await documentOf(strict);
    const strictly = new Contract(document);
    for (const bucket of BUCKETS) strict.services.limits.take(bucket, peer);
    strict.services.limits.take("batch", `${peer} v2`);
    const counted = operationsOf(document).filter(({ operation }) =>
      operation["x-rate-limits"].length > 0
    );
    const mine = { headers: { "x-api-key": token } };
    await holdAll(strictly, strict, 429, counted, mine);
    // So many refusals have banned the first one.
    const second = "66.102.0.2";
    for (const bucket of BUCKETS) strict.services.limits.take(bucket, second);
    for (const accept of ["application/json", "text/html"]) {
      const response = await strict.get("/", {
        peer: second,
        headers: { accept },
      });
      assert.equal(response.status, 429);
      await strictly.holds("getAddress", response);
    }
    assert.deepEqual(
      [...strictly.seen],
      strictly.promised.filter((what) =>
        what.endsWith(" 429") && !/V2(?:$|OfIp)/.test(what.slice(0, -4))
      ),
    );
  });

  await t.step("too much under way, and nobody to ask", async () => {
    await using busy = await testApp({ env: noLimits, connect: open });
    const { token } = await newMember(busy, "busy@example.net");
    const refuse = (error: AppError) => () => Promise.reject(error);
    const busyError = refuse(tooManyLookups());
    Object.assign(busy.services, {
      ipinfo: {
        describe: busyError,
        geoip: busyError,
        geoipJson: busyError,
        v1: busyError,
        v1Json: busyError,
        v2: busyError,
      },
      profiles: { describe: busyError },
      lookup: { run: busyError },
      whois: { describe: busyError },
      portChecker: { check: busyError },
      forwardAuth: { decide: busyError },
      rangeLists: { acquireReader: busyError },
      batches: { run: busyError },
      exports: { isForMembers: false, manifest: null },
      quotas: { charge: busyError },
      speedTest: {
        parseBytes: () => 1,
        download() {
          throw tooManyLookups();
        },
        upload: busyError,
      },
    });
    const mine = { headers: { "x-api-key": token } };
    const withPool = placed.filter(({ operation }) =>
      !poolless.test(operation.operationId)
    );
    await holdAll(contract, busy, 503, withPool, mine);
    const failed = refuse(queryFailed());
    Object.assign(busy.services, { lookup: { run: failed } });
    await holdRows(contract, busy, [
      ["lookUpDns", 422, "/lookup/example.com?output=json"],
    ]);
  });

  await t.step("too many requests at once", async () => {
    const full = new InFlight({
      clientOf: () => ({ key: peer, group: peer }),
      maxBytes: 0,
    }).guard(() => new Response());
    for (const { operation } of placed) {
      const info = {} as Deno.ServeHandlerInfo;
      const response = await full(new Request("http://porthole.test/"), info);
      await contract.holds(operation.operationId, response);
    }
  });

  await t.step("banned", async () => {
    await using banned = await testApp();
    const bannedBlocks = { banEndMs: () => Infinity };
    Object.assign(banned.services, { bannedBlocks });
    await holdAll(contract, banned, 403, placed);
  });

  await t.step("a fault", async () => {
    await using broken = await testApp();
    const fail = () => {
      throw new Error("broken");
    };
    Object.assign(broken.services.bannedBlocks, { banEndMs: fail });
    await holdAll(contract, broken, 500, placed);
  });

  await t.step("nothing is promised that does not come", () => {
    const without = hasNsd() ? [] : ["lookUpDns 200"];
    const missing = contract.promised.filter((what) =>
      !contract.seen.has(what) && !without.includes(what)
    );
    assert.deepEqual(missing, []);
  });
});

Deno.test("Contract - refuses a member, a code, a type and a status that are not described", async () => {
  await using app = await testApp();
  const contract = new Contract(await documentOf(app));
  const response = (body: unknown, status = 200) =>
    Response.json(body, { status });
  const refused: [string, Response][] = [
    ["getJsonIp", response({ ip: "8.8.8.8", more: 1 })],
    ["getJsonIp", response({})],
    [
      "getJsonIp",
      response({ error: { code: "NOT_FOUND", message: "x" } }, 400),
    ],
    ["getJsonIp", response({}, 404)],
    ["getJsonIp", new Response("8.8.8.8")],
    ["getOwnV2", response({ ok: false }, 401)],
  ];
  for (const [id, response] of refused) {
    await assert.rejects(contract.holds(id, response), assert.AssertionError);
  }
  await contract.holds("getJsonIp", response({ ip: "8.8.8.8" }));
});

Deno.test("RequestContract - refuses a parameter, a body and a type that are not described", async () => {
  await using app = await testApp();
  const contract = new RequestContract(await documentOf(app));
  const problemsOf = (
    method: string,
    target: string,
    body: string | null = null,
    type = "application/json",
  ) => {
    const headers = new Headers({ "content-type": type });
    const request = { method, target, headers, body };
    const placed = contract.operationOf(request);
    return placed &&
      [placed.operation.operationId, ...contract.problemsOf(placed, request)];
  };
  const cases = [
    [problemsOf("GET", "/api/v1/ip/8.8.8.8"), ["getV1OfIp"]],
    [problemsOf("HEAD", "/api/v1/ip/8.8.8.8/?lang=zh"), ["getV1OfIp"]],
    [problemsOf("GET", "/api/v1/ip/::1?lang=de"), ["getV1OfIp", "lang=de"]],
    [problemsOf("GET", "/dns%2eexample"), ["getGeoipShort"]],
    [problemsOf("GET", "/about"), null],
    [problemsOf("GET", "/api/unknown"), null],
    [problemsOf("GET", "/whois/a.test"), [
      "lookUpRegistration",
      "without output",
    ]],
    [problemsOf("POST", "/api/v1/batch"), ["getV1Batch", "without a body"]],
    [
      problemsOf("POST", "/api/v1/batch", '{"targets":[]}'),
      ["getV1Batch", 'the body {"targets":[]}'],
    ],
    [problemsOf("POST", "/api/v1/batch", "{"), ["getV1Batch", "the body {"]],
    [
      problemsOf("POST", "/api/v1/batch", "{}", "text/plain"),
      ["getV1Batch", "a body of text/plain"],
    ],
    [problemsOf("POST", "/api/speed/upload", "x", "a/b"), ["uploadBytes"]],
    [problemsOf("POST", "/api/speed/upload"), ["uploadBytes"]],
    [problemsOf("DELETE", "/api/v1/batch"), null],
  ] as const;
  for (const [problems, expected] of cases) {
    assert.deepEqual(problems, expected);
  }
});
