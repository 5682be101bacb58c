/** The page about any address or name, and the search field that leads to it. */
import assert from "node:assert/strict";
import { DnsClient } from "../../lib/dns/dns_client.ts";
import { DnsError } from "../../lib/dns/errors.ts";
import { LookupService } from "../../lib/lookup/lookup_service.ts";
import { MemoryIndex } from "../lib/lookup/memory_index.ts";
import { startNsd } from "../support/nsd.ts";
import { GuestPages } from "../../lib/ipinfo/home/guest_pages.ts";
import { networkTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { types } from "../support/responses.ts";
import { type TestApp, testApp } from "../support/app.ts";
import { assertNoEnglish } from "../support/english_left.ts";
import { newMember } from "../support/members.ts";
import type { Registration } from "../../lib/whois/registration.ts";
import {
  assertHead,
  assertHidden,
  assertShown,
  assertText,
  browse,
} from "../support/routes.ts";

const app = await testApp({
  // Names chosen by strangers are escaped everywhere.
  zone: {
    "dns.example": ["8.8.8.8"],
    "other.example": ["81.2.69.142"],
    "81.2.69.142": ["a&b<c>\"d'$&.example"],
  },
});
answerFor(app, ({ type }) => type === "A" ? ["81.2.69.142"] : []);
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

interface Asked {
  name: string;
  type: string;
}

/**
 * Lets the name server of an app give these answers to a query. It says the code of an
 * error, and nothing instead of null.
 */
function answerFor(
  { services, clock }: TestApp,
  answersTo: (asked: Asked) => string[] | string | null,
): void {
  const client = new DnsClient({ nameServers: [] });
  client.query = (name, type) => {
    const answers = answersTo({ name, type });
    if (answers === null) {
      return Promise.reject(new DnsError("timeout", "all are silent"));
    }
    const isError = typeof answers === "string";
    const records = isError
      ? []
      : answers.map((data) => ({ name, type: type as "A", ttl: 60, data }));
    return Promise.resolve({
      ...{ rcode: isError ? answers : "NOERROR", records, isCut: false },
      ...{ isAuthentic: false, extendedErrors: [] },
      ...{ server: "192.0.2.53", elapsedMs: 1 },
    });
  };
  useClient({ services, clock }, client);
}

/** Lets an app query the name servers of this client. */
function useClient(
  { services, clock }: Pick<TestApp, "services" | "clock">,
  client: DnsClient,
): void {
  const now = () => clock.now;
  const index = new MemoryIndex(now);
  services.lookup = new LookupService({ client, index, now });
}

/** A page in a language. */
const pageIn = (app: TestApp, language: string, path: string) =>
  browse(app, path, { "accept-language": language });

/** Asserts a page with a status. */
function assertPage(
  page: { status: number; type: string | null },
  status: number,
  path?: string,
) {
  const { status: actual, type } = page;
  assert.deepEqual([actual, type, path], [status, types.html, path]);
}

function ask(path: string, headers: Record<string, string> = {}) {
  return browse(app, path, headers, { peer: "81.2.69.160" });
}

Deno.test("GET /:target - shows a browser the page about an address, and nothing of its reader", async () => {
  const page = await ask("/8.8.8.8");
  assertPage(page, 200);
  const url = "http://porthole.test/8.8.8.8";
  assertShown(
    page.html,
    "<title>8.8.8.8 · Google LLC · United States &#8211; Porthole</title>",
    `<link rel="canonical" href="${url}"`,
    'property="og:title" content="8.8.8.8 · Google LLC · United States"',
    `property="og:url" content="${url}"`,
    '<code id="link" class="copyable">http://porthole.test/<wbr>8.8.8.8</code>',
    '<h1><span class="caption">IPv4 address</span>',
    'href="/lookup/8.8.8.8?dns_type=rdns_lookup"',
    'href="/lookup/8.8.8.8?dns_type=ip_domains"',
    'href="/api/geoip/8.8.8.8"',
    'href="/api/v1/ip/8.8.8.8"',
    'href="/api/v2/ip/8.8.8.8"',
  );
  assert.equal(page.html.match(/property="og:title"/g)?.length, 1);
  assertHidden(page.html, "81.2.69.160", "Your ", "your ", "Your request");
});

Deno.test("GET /:target - links to the registrations where whois is on", async () => {
  const links = async (env: Record<string, string>, path: string) => {
    await using app = await testApp({ env });
    const { html } = await browse(app, path);
    return [...html.matchAll(/href="(\/whois[^"]*)"/g)].map(([, path]) => path);
  };
  const off = { WHOIS: "off" };
  for (const path of ["/8.8.8.8", "/"]) {
    assert.deepEqual(await links(off, path), []);
  }
  const on = {};
  const linked = await links(on, "/8.8.8.8");
  for (const path of ["/whois", "/whois/8.8.8.8", "/whois/AS15169"]) {
    assert(linked.includes(path), path);
  }
  // The page of the system leads to its registration.
  assert.deepEqual(await links(on, "/"), ["/whois"]);
  assert((await links(on, "/AS15169")).includes("/whois/AS15169"));
});

Deno.test("GET /:target - shows a name, and leads to its address and its records", async () => {
  const { status, html } = await ask("/dns.example");
  assert.equal(status, 200);
  assertShown(
    html,
    '<span class="caption">Domain name</span>',
    '<span id="ip" class="ip name">dns.example</span>',
    'The place and the network are those of <a href="/8.8.8.8">8.8.8.8</a>',
    'href="/lookup/dns.example"',
  );
  assert.match(html, /<dt>Mail servers<\/dt><dd[^>]*><span class="unknown"/);
});

Deno.test("GET /:target - names the records of a name about which no server says anything", async () => {
  await using app = await testApp({ zone: { "site.test": ["81.2.69.142"] } });
  answerFor(app, ({ type }) => {
    if (type === "AAAA") return null;
    return type === "MX" ? "SERVFAIL" : type === "A" ? ["81.2.69.142"] : [];
  });
  const cases = [
    ["en", ["AAAA: no response", "MX: no response"]],
    ["zh", ["AAAA：无应答", "MX：无应答"]],
  ] as const;
  for (const [language, texts] of cases) {
    const { html } = await pageIn(app, language, "/site.test");
    const text = html.replaceAll(/<[^>]*>/g, " ");
    assert.deepEqual(text.match(/[A-Z]+(?:: no response|：无应答)/g), texts);
  }
});

Deno.test("GET /:target - says how many records of a name it does not show", async () => {
  await using app = await testApp({ zone: { "site.test": ["81.2.69.142"] } });
  answerFor(app, ({ type }) => {
    const listOf = (length: number, of: (i: number) => string) =>
      Array.from({ length }, (_, i) => of(i));
    if (type === "A") return listOf(11, (i) => `81.2.69.${100 + i}`);
    return type === "NS" ? listOf(8, (i) => `ns${i}.test`) : [];
  });
  for (const [language, more] of [["en", "3 more"], ["zh", "另有 3 条"]]) {
    const { html } = await pageIn(app, language, "/site.test");
    const text = html.replaceAll(/<[^>]*>/g, "|");
    assert.equal(text.match(/\|81\.2\.69\.1[01]\d\b/g)?.length, 8);
    const counts = text.match(/(?<=\|)(?:\d+ more|另有 \d+ 条)(?=\|)/g);
    assert.deepEqual(counts, [more]);
  }
});

Deno.test("GET /:target - shows all addresses of a name with their places, and its servers", async () => {
  await using nsd = await startNsd({
    "site.test": [
      ...["A 8.8.8.8", "A 81.2.69.142", "AAAA 2001:4860:4860::8888"],
      ...["A 192.168.1.1", "MX 20 second", "MX 10 first", "NS ns1"],
    ].map((record) => `@ ${record}`).join("\n"),
  });
  const zone = { "site.test": ["81.2.69.142"] };
  await using app = await testApp({ zone, env: { RATE_LIMIT_LOOKUP: "2" } });
  using client = new DnsClient({ nameServers: [nsd] });
  useClient(app, client);
  const get = (language: string) => pageIn(app, language, "/site.test");
  const rowsIn = ({ html }: { html: string }) => {
    const [, card] = html.match(
      /<\/svg>DNS (?:and registration|与注册信息)<\/h2>(.*?)<\/section>/,
    ) ?? [];
    return [...card.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*>(.*?)<\/dd>/g)]
      .map(([, label, value]) => [
        label,
        value.split("</li>").map((item) => item.replaceAll(/<[^>]*>/g, ""))
          .filter((text) => text !== "").sort(),
      ]);
  };
  assert.deepEqual(rowsIn(await get("en")), [
    ["Addresses", [
      "1 reserved address hidden",
      "2001:4860:4860::8888 · United States",
      "8.8.8.8 · United States",
      "81.2.69.142 · United Kingdom",
    ]],
    ["Mail servers", ["first.site.test", "second.site.test"]],
    ["Name servers", ["ns.invalid", "ns1.site.test"]],
    ["Registration", ["Ask the registry"]],
  ]);
  const [addresses] = rowsIn(await get("zh"));
  assert.deepEqual(addresses, ["地址", [
    "2001:4860:4860::8888 · 美国",
    "8.8.8.8 · 美国",
    "81.2.69.142 · 英国",
    "已隐藏 1 个保留地址",
  ]]);
  // Each page costs a lookup.
  const policy = '"lookup";q=2;w=60';
  assertHead(await get("en"), 429, { "ratelimit-policy": policy });
});

Deno.test("GET /:target - shows a name's registration in short if it is known, without asking a registry", async () => {
  const rowOf = async (
    registration: Partial<Registration> | null,
    language = "en",
  ) => {
    await using app = await testApp({ zone: { "dns.example": ["8.8.8.8"] } });
    answerFor(app, () => []);
    app.services.whois = {
      describe: () => assert.fail("a registry was asked"),
      known: () => registration as Registration | null,
    };
    const { html } = await pageIn(app, language, "/dns.example");
    const row = /<dt>(?:Registration|注册信息)<\/dt><dd[^>]*>(.*?)<\/dd>/;
    return row.exec(html)?.[1];
  };
  const known = {
    registrar: "R&D",
    created_at: "1995-08-14T04:00:00Z",
    expires_at: "2027-08-13",
  };
  assert.equal(
    await rowOf(known),
    "<ul><li>R&amp;D</li><li>Registered on 1995-08-14</li><li>Expires on 2027-08-13</li></ul>",
  );
  const nothing = { registrar: null, created_at: null, expires_at: null };
  const { created_at } = known;
  const chinese = await rowOf({ ...nothing, created_at }, "zh");
  assert.equal(chinese, "<ul><li>1995-08-14 注册</li></ul>");
  const link = '<a href="/whois/dns.example">Ask the registry</a>';
  assert.equal(await rowOf(null), link);
  assert.equal(await rowOf(nothing), link);
});

Deno.test("GET /:target - names the source code in the footer if the operator does", async () => {
  const SOURCE_URL = "https://git.example/porthole?a&b";
  const creditsIn = async (env: Record<string, string>) => {
    await using app = await testApp({ env });
    const { html } = await browse(app, "/8.8.8.8");
    return /<p class="credits".*?<\/p>/.exec(html)![0];
  };
  const link =
    ' · <a href="https://git.example/porthole?a&amp;b">Source</a></p>';
  assert((await creditsIn({ SOURCE_URL })).endsWith(link));
  assert((await creditsIn({})).endsWith('<a href="/about">About</a></p>'));
});

Deno.test("GET /:target - writes an IPv6 address in its canonical form", async () => {
  const { status, html } = await ask("/2001:4860:4860:0:0::8888");
  assert.equal(status, 200);
  assert.match(html, /<title>2001:4860:4860::8888 · /);
});

function forgetTemplates() {
  const { fieldSwitches, credits, checks, now } = app.services;
  const settings = () => fieldSwitches.current;
  const pages = new GuestPages({ settings, credits, checks, now });
  app.services.guestPages = pages;
}

Deno.test("GET /:target - does not depend on the page that made the template", async () => {
  const paths = [
    ...["/8.8.8.8", "/2001:4860:4860:0:0::8888?a=<b>&c", "/81.2.69.142"],
    ...["/dns.example", "/other.example?family=4", "/192.168.1.1", "/fe80::1"],
  ];
  for (const language of ["en", "zh"]) {
    const headers = { "accept-language": language };
    const own = [];
    for (const path of paths) {
      forgetTemplates();
      own.push(await ask(path, headers));
    }
    forgetTemplates();
    for (const path of paths.toReversed()) await ask(path, headers);
    for (const [i, path] of paths.entries()) {
      assert.deepEqual(await ask(path, headers), own[i], path);
    }
  }
  const { html } = await ask(paths[1]);
  assertShown(
    html,
    'name="next" value="/2001:4860:4860:0:0::8888?a=%3Cb%3E&amp;c"',
    'href="/sign-up?next=%2F2001%3A4860%3A4860%3A%3A8888"',
    'name="address" value="2001:4860:4860::8888"',
  );
});

Deno.test("GET /:target - explains a special address, and links to the one inside", async () => {
  const { status, html } = await ask("/2002:5102:8e14::1");
  assert.equal(status, 200);
  assertShown(html, '<a href="/81.2.142.20">6to4 address of 81.2.142.20</a>');
  assert.match((await ask("/8.8.8.8")).html, />Anycast DNS resolver, in many/);
});

Deno.test("GET /:target - marks a reserved address as not part of the internet", async () => {
  const { status, html } = await ask("/192.168.1.1");
  assert.equal(status, 200);
  assertShown(html, "This is not a public address (Private-Use).");
  assertShown(html, 'href="/lookup/192.168.1.1?dns_type=ip_domains"');
  // Nothing but dashes.
  assertHidden(html, 'class="lock"', 'class="unknown"');
});

Deno.test("GET /:target - shows a browser a page with the error", async () => {
  const cases: [path: string, status: number][] = [
    ["/256.1.1.1", 400],
    ["/1:2:3", 400],
    ["/a..b", 400],
    ["/nowhere.example", 404],
  ];
  for (const [path, status] of cases) {
    const page = await ask(path);
    assertPage(page, status, path);
    assertShown(page.html, `<p class="status">${status}</p>`);
    assertShown(page.html, `value="${path.slice(1)}"`);
  }
});

Deno.test("GET /:target - keeps the GeoIP object for programs, and on errors as well", async () => {
  const body = async (path: string) =>
    JSON.parse((await ask(path, { accept: "*/*" })).html);
  assert.equal((await body("/8.8.8.8")).ip, "8.8.8.8");
  assert.equal((await body("/256.1.1.1")).error.code, "INVALID_IPV4");
});

Deno.test("GET /:target - shows a member the third layer", async () => {
  const { session } = await newMember(app, "ann@example.net");
  const cookie = `porthole_session=${session}`;
  const { html } = await ask("/8.8.8.8", { cookie });
  assertShown(html, '<h2 id="advanced-title">Advanced</h2>');
  assertHidden(html, 'class="lock"');
});

Deno.test("GET /:target - is in Chinese for a Chinese reader", async () => {
  const { html } = await ask("/8.8.8.8", { "accept-language": "zh" });
  assertShown(html, '<span class="caption">IPv4 地址</span>');
  assertShown(html, "</svg>位置</h2>");
});

Deno.test("GET /AS15169 - shows a browser what the tables know of a system, and nothing of its reader", async () => {
  const page = await ask("/as15169");
  assertPage(page, 200);
  const url = "http://porthole.test/AS15169";
  assertShown(page.html, 'href="/8.8.4.0/24"', "<h2>IPv6, registered</h2>");
  assertShown(
    page.html,
    "<title>AS15169 · Google LLC · United States – Porthole</title>",
    `<link rel="canonical" href="${url}"`,
    `property="og:url" content="${url}"`,
    '<span class="caption">Autonomous system</span>',
    '<p class="holder">Google LLC · Hosting</p>',
    "<dt>Country of registration</dt>",
    "<dt>IPv4, announced</dt>",
    'href="/api/ranges/asn/15169?format=nft"',
  );
  assertHidden(page.html, "81.2.69.160", "Andrews", "Your ", "your ");
  const chinese = await ask("/AS15169", { "accept-language": "zh" });
  assert.match(chinese.html, /<span class="caption">自治系统<\/span>/);
  assertNoEnglish(chinese.html, networkTexts);
});

Deno.test("GET /8.8.8.0/24 - shows a browser a network by its first address", async () => {
  const page = await ask("/8.8.8.9/24");
  assertPage(page, 200);
  assertShown(page.html, "</svg>First address: Network</h2>", ">256</dd>");
  assertShown(
    page.html,
    "<title>8.8.8.0/24 · First address: Google LLC · United States – Porthole</title>",
    '<link rel="canonical" href="http://porthole.test/8.8.8.0/24"',
    '<span class="caption">IPv4 network</span>',
    'first address, <a href="/8.8.8.0">8.8.8.0</a>',
    'href="/8.8.8.255"',
    "</svg>First address: Location</h2>",
    'href="/AS15169"',
    'href="/lookup/8.8.8.0/24?dns_type=rdns_scan"',
  );
  const inner = await ask("/10.0.0.0/8");
  assert.equal(inner.status, 200);
  assertShown(inner.html, "This is not a public address (Private-Use).");
  // Only its first block is reserved, and most of the next one.
  for (const path of ["/192.0.0.0/8", "/0.0.0.0/0", "/::/0"]) {
    const { html } = await ask(path);
    assert.doesNotMatch(html, /not a public address/, path);
    assert.match(html, /Some of these addresses are reserved\./, path);
  }
  const ietf = "This is not a public address (IETF Protocol Assignments).";
  assertShown((await ask("/192.0.0.0/24")).html, ietf);
  assert.equal((await ask("/2001:db8::/32")).status, 200);
  // Registered there, which does not say who announces it.
  assertShown((await ask("/2a00:23c6::/32")).html, "73% sure of the ASN");
  assert.equal((await ask("/8.8.8.8/32")).location, "/8.8.8.8");
  const encoded = await ask("/8.8.8.9%2f24");
  assert.equal(encoded.status, 200);
  assertShown(encoded.html, "<title>8.8.8.0/24 · First address: Google LLC");
  assert.equal((await ask("/8.8.8.8%2F32")).location, "/8.8.8.8");
});

Deno.test("GET /AS4200000000 - tells in words that nobody knows it, and tells programs that it is a page", async () => {
  const cases: [path: string, status: number][] = [
    ["/AS4200000000", 404],
    ["/AS99999999999", 400],
    ["/8.8.8.0/33", 400],
  ];
  for (const [path, status] of cases) {
    const page = await ask(path);
    assertPage(page, status, path);
    assertShown(page.html, `value="${path.slice(1)}"`);
    assertHidden(page.html, "Did you mean");
    const isNamed = page.html.includes("that AS4200000000 announces.");
    assert.equal(isNamed, status === 404);
  }
  for (const path of ["/AS15169", "/8.8.8.0/24"]) {
    await assertText(
      app.get(path, { headers: { accept: "*/*" } }),
      404,
      "Only browsers get this page: they ask for text/html. /docs says what programs can ask for.\n",
    );
  }
  const posted = await app.get("/8.8.8.0/24", { method: "POST" });
  assertHead(posted, 405, { "allow": "GET, HEAD, OPTIONS" });
  await posted.body?.cancel();
});

const SEARCHES: [typed: string, path: string][] = [
  ["8.8.8.8", "/8.8.8.8"],
  [" 2001:DB8::1 ", "/2001:db8::1"],
  ["https://example.org/a?b", "/example.org"],
  ["AS15169", "/AS15169"],
  ["15169", "/AS15169"],
  ["AS 39351", "/AS39351"],
  ["192.0.2.9/24", "/192.0.2.0/24"],
  ["example.org/a", "/example.org"],
  ["8.8.8.8:53", "/8.8.8.8"],
];

for (const [typed, path] of SEARCHES) {
  Deno.test(`GET /search - leads from ${JSON.stringify(typed)} to ${path}`, async () => {
    const query = encodeURIComponent(typed);
    const { status, location } = await ask(`/search?q=${query}`);
    assert.deepEqual([status, location], [303, path]);
  });
}

Deno.test("GET /search - tells in words what cannot be looked up, and what was probably meant", async () => {
  const cases: [typed: string, meant: string | null][] = [
    ["", null],
    ["1.2.3", null],
    ["\0", null],
    ["1.2.3.04", "1.2.3.4"],
    ["a<b>..test", null],
    ["example..test", "example.test"],
    ["google", "google.com"],
  ];
  for (const [typed, meant] of cases) {
    const query = new URLSearchParams({ q: typed });
    const page = await ask(`/search?${query}`);
    assertPage(page, 400, typed);
    assert.equal(page.location, null, typed);
    const link = /Did you mean: <a href="([^"]*)">([^<]*)<\/a>/;
    const suggestion = link.exec(page.html);
    assert.equal(suggestion?.[2] ?? null, meant, typed);
    if (meant) assert.equal(suggestion?.[1], `/search?q=${meant}`);
    assert.match(page.html, /<input id="search" [^\n]* autofocus maxlength/);
  }
});

Deno.test("GET /:target - suggests what was probably meant", async () => {
  const { html } = await ask("/8,8.8.8");
  assertShown(html, 'Did you mean: <a href="/search?q=8.8.8.8">8.8.8.8</a>');
});

Deno.test("GET /:target - has one URL for a page and a cached object, which say so", async () => {
  for (const accept of ["text/html", "*/*", "application/json"]) {
    for (const path of ["/8.8.8.8", "/dns.example", "/8.8.8.8?callback=f"]) {
      const response = await app.get(path, { headers: { accept } });
      assert.match(response.headers.get("vary") ?? "", /^accept\b/, path);
      await response.body?.cancel();
    }
  }
});
