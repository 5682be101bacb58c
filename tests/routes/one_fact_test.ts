import assert from "node:assert/strict";
import {
  assertGeoipError,
  assertResponse,
  statusOf,
  types,
} from "../support/responses.ts";
import { testApp } from "../support/validated_app.ts";
import record from "./one_fact_record.txt" with { type: "text" };
import {
  assertHead,
  assertHidden,
  assertShown,
  assertText,
} from "../support/routes.ts";

const app = await testApp({
  env: { GEO_EDITION: "city", RATE_LIMIT_TEXT: "0", RATE_LIMIT_GEOIP: "0" },
  zone: { "66.102.0.1": ["dns.google"], "dns.example": ["66.102.0.1"] },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const facts: [path: string, text: string][] = [
  ["/country", "United States"],
  ["/country-iso", "US"],
  ["/city", "Mountain View"],
  ["/asn", "AS15169"],
  ["/asn-org", "Google LLC"],
  ["/coordinates", "37.422,-122.084"],
  ["/timezone", "America/Los_Angeles"],
  ["/hostname", "dns.google"],
];

const UNKNOWN = "This value is unknown for the address.\n";
const uncached = {
  "cache-control": "no-store",
  "access-control-allow-origin": "*",
};

/** Each with the start of its error. */
const unreadable: [query: string, message: string][] = [
  ["?ip=", "The target is empty. Enter an address or a domain name."],
  ["?ip=1.2.3", "This is not a valid IPv4 address"],
  ["?ip=1::2::3", "This is not a valid IPv6 address"],
  ["?ip=dns.example", "The target must be an IPv4 or IPv6 address"],
  ["?ip=%0a", "The target must not contain"],
];

for (const path of ["/", "/ip", "/checkip", "/api/jsonip", "/api/v1"]) {
  Deno.test(`GET ${path}?ip= - is 400, never about the client instead`, async () => {
    for (const ip of ["66.102.0.1", "dns.example", ""]) {
      const response = await app.get(`${path}?ip=${ip}`, { peer: "8.8.8.8" });
      assert.equal(response.status, 400);
      const text = await response.text();
      assertShown(text, "This URL only returns your own address");
      assertHidden(text, "8.8.8.8");
    }
  });
}

for (const [path, text] of facts) {
  Deno.test(`GET ${path} - is about the address in ip, and 400 if it can't be read`, async () => {
    for (const ip of ["66.102.0.1", "::ffff:66.102.0.1"]) {
      const asked = app.get(`${path}?ip=${ip}`, { peer: "127.0.0.1" });
      await assertText(asked, 200, `${text}\n`);
    }
    for (const [query, message] of unreadable) {
      const response = await app.get(path + query, { peer: "66.102.0.1" });
      assertHead(response, 400, { "content-type": types.text }, query);
      assert((await response.text()).startsWith(message), query);
    }
  });

  Deno.test(`GET /{target}${path} - is about any address or name`, async () => {
    for (const target of ["66.102.0.1", "dns.example", "66%2e102.0.1"]) {
      const options = { peer: "127.0.0.1", headers: { accept: "text/html" } };
      const response = app.get(`/${target}${path}`, options);
      await assertText(response, 200, `${text}\n`);
    }
  });
  Deno.test(`GET ${path} - returns one fact about the client as text`, async () => {
    for (const accept of ["*/*", "text/html", "application/json"]) {
      const options = { peer: "66.102.0.1", headers: { accept } };
      const response = await app.get(path, options);
      assertHead(response, 200, uncached);
      await assertText(response, 200, `${text}\n`);
    }
  });

  Deno.test(`GET ${path} - returns 404 as text for an unknown fact`, async () => {
    const response = app.get(path, { peer: "127.0.0.1" });
    await assertText(response, 404, UNKNOWN);
  });
}

Deno.test("GET /{target}/{fact} - is text as well if it fails", async () => {
  const peer = "66.102.0.1";
  const cases = [
    ["/127.0.0.1/country", 404, UNKNOWN],
    ["/none.example/country", 404, "The name has no address.\n"],
    ["/66.102.0.1/weather", 404, "There is no page at this URL.\n"],
    ["/66.102.0.1/Country", 404, "There is no page at this URL.\n"],
    [
      "/-a.example/country",
      400,
      "This is not a valid domain name. It needs at least two parts joined by dots, such as example.com. The parts consist of letters, digits and inner hyphens, and the last one is not a number.\n",
    ],
  ] as const;
  for (const [path, status, message] of cases) {
    await assertText(app.get(path, { peer }), status, message);
  }
});

Deno.test("GET /{word}/{word} - is an HTML 404 for a browser, with every method", async () => {
  for (const method of ["GET", "POST", "OPTIONS"]) {
    for (const path of ["/about/country", "/country/66.102.0.1", "/ip/city"]) {
      const headers = { accept: "text/html" };
      const response = await app.get(path, { method, headers });
      assertHead(response, 404, { "content-type": types.html }, path);
      await response.body?.cancel();
    }
  }
});

Deno.test("GET /all - says what is special about an address", async () => {
  const cases = [
    ["2002:5102:4501::1", "6to4, 81.2.69.1"],
    ["64:ff9b::5102:45a0", "NAT64, 81.2.69.160"],
    ["2d00::1", "Unallocated"],
    ["2001:db8::1", "Documentation"],
    ["8.8.8.8", "Anycast DNS resolver"],
    ["66.102.0.1", ""],
  ];
  for (const [ip, special] of cases) {
    const response = await app.get(`/all?ip=${ip}`, { peer: "66.102.0.1" });
    const text = await response.text();
    assert.equal(/^Special +(.*)$/m.exec(text)?.[1] ?? "", special, ip);
  }
});

Deno.test("GET /all - is the profile as aligned lines, in color only on request", async () => {
  const options = { peer: "66.102.0.1" };
  const plain = await (await app.get("/all", options)).text();
  assertShown(
    plain,
    /^Address {12}66\.102\.0\.1\n/,
    /^Country {12}United States\n/m,
    /^ASN {16}AS15169\n/m,
    /^Hosting {12}yes\nMobile {13}not listed\n/m,
    // No list of them is loaded.
    /^Proxy, VPN or Tor {2}not checked\n$/m,
  );
  const inner = await (await app.get("/all?ip=10.0.0.1", options)).text();
  assert.match(inner, /^Reserved {11}yes\nHosting {12}not checked\n/m);
  assertHidden(plain.replaceAll("\n", ""), /undefined|null|\p{Cc}/u);
  await assertText(app.get("/all?color=off&ip=66.102.0.1"), 200, plain);
  const colored = await (await app.get("/all?color=on", options)).text();
  const [first] = colored.split("\n");
  assert.equal(first, "\x1b[36mAddress          \x1b[0m  66.102.0.1");
  const bare = colored.replaceAll("\x1b[36m", "").replaceAll("\x1b[0m", "");
  assert.equal(bare, plain);
  for (const query of ["?color=red", "?ip=x.example", "?ip="]) {
    const response = await app.get(`/all${query}`, options);
    assertHead(response, 400, { "content-type": types.text }, query);
    await response.body?.cancel();
  }
});

// As https://checkip.dyndns.org returns it; ddclient and inadyn take the first
// address in it.
Deno.test("GET /checkip - is the HTML of dyndns, for a browser as well", async () => {
  for (const peer of ["66.102.0.1", "2001:4860:4860::8888"]) {
    const response = await app.get("/checkip", { peer });
    assertHead(response, 200, uncached);
    const html =
      `<html><head><title>Current IP Check</title></head><body>Current IP Address: ${peer}</body></html>\r\n`;
    await assertResponse(response, 200, types.html, html);
  }
});

Deno.test("GET /json - is the client in the format of echoip, line by line", async () => {
  const response = await app.get("/json", {
    peer: "66.102.0.1",
    headers: { "user-agent": "curl/8.5.0", accept: "text/html" },
  });
  assertHead(response, 200, uncached);
  await assertResponse(response, 200, types.json, record);
  const script = await app.get("/json?callback=f&ip=127.0.0.1");
  const text = '/**/f({"ip":"127.0.0.1","ip_decimal":2130706433});';
  await assertResponse(script, 200, types.script, text);
});

Deno.test("GET /json?ip= - is about that address, and never the client instead", async () => {
  const options = { peer: "66.102.0.1" };
  const response = await app.get("/json?ip=2001:db8::1&lang=zh-CN", options);
  await assertResponse(
    response,
    200,
    types.json,
    `{
  "ip": "2001:db8::1",
  "ip_decimal": 42540766411282592856903984951653826561
}`,
  );
  const cases = [
    ["", "INVALID_TARGET"],
    ["1.2.3", "INVALID_IPV4"],
    ["1::2::3", "INVALID_IPV6"],
    ["example.com", "INVALID_TARGET"],
  ];
  for (const [text, code] of cases) {
    await assertGeoipError(app.get(`/json?ip=${text}`, options), 400, code);
  }
});

Deno.test("GET /country - shares the rate limit of the text address", async () => {
  await using limited = await testApp({ env: { RATE_LIMIT_TEXT: "2" } });
  const get = (path: string) => limited.get(path, { peer: "66.102.0.1" });
  await assertText(get("/"), 200, "66.102.0.1\n");
  await assertText(get("/country"), 200, "United States\n");
  const over = await get("/asn");
  assertHead(over, 429, { "content-type": types.text });
  assert.match(over.headers.get("retry-after") ?? "", /^\d+$/);
  await over.body?.cancel();
  assert.equal(await statusOf(get("/json")), 200);
});

Deno.test("GET /country - does not exist on the API host and the probe hosts", async () => {
  const env = { API_URL: "http://api.test", V4_URL: "http://v4.test" };
  await using hosts = await testApp({ env });
  for (const origin of ["http://api.test", "http://v4.test"]) {
    assert.equal(await statusOf(hosts.get("/country", { origin })), 404);
  }
});
