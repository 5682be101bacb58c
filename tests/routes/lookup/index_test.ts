import assert from "node:assert/strict";
import { envelopeOf } from "../../../lib/lookup/envelope.ts";
import { types } from "../../support/responses.ts";
import {
  assertSent,
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
} from "../../support/forms.ts";
import { lookupTest as test } from "./fixture.ts";
import {
  assertHead,
  assertHidden,
  assertShown,
  errorPage,
} from "../../support/routes.ts";

/** The checked radio buttons of a page. */
function chosenIn(html: string): string[] {
  return Array.from(html.matchAll(/<input type="radio"[^>]*>/g), ([tag]) => tag)
    .filter((tag) => / checked(?:[ =>/])/.test(tag))
    .map((tag) => / value="([^"]*)"/.exec(tag)?.[1] ?? "");
}

test("GET /lookup - shows one field, Auto and eight modes, three positions and two sides, without script", async ({ app }) => {
  const html = await pageOf(new FormClient(app).get("/lookup"));
  assert.match(html, /<title>DNS lookup – Porthole<\/title>/);
  assert.equal(fieldOf(html, "query"), "");
  const names = ["dns_type", "dns_match", "side"];
  const counts = names.map((name) => html.split(`name="${name}"`).length - 1);
  assert.deepEqual(counts, [9, 3, 2]);
  assert.deepEqual(chosenIn(html), ["", "middle", "alias"]);
  assert.match(html, /<input id="query"[^>]* autofocus/);
  assertHidden(html, "<script");
});

test("GET /lookup - redirects the form to the result's path", async ({ app }) => {
  const client = new FormClient(app);
  const cases: [query: Record<string, string>, path: string][] = [
    [
      { dns_type: "dns_lookup", query: "example.test", dns_match: "middle" },
      "example.test?dns_type=dns_lookup",
    ],
    [
      { dns_type: "", query: " https://example.test/a " },
      "example.test?dns_type=dns_lookup",
    ],
    [{ query: "192.0.2.0/29" }, "192.0.2.0/29?dns_type=rdns_scan"],
    [
      { dns_type: "rdns_pattern", query: " a/b c ", dns_match: "right" },
      "a%2Fb%20c?dns_type=rdns_pattern&dns_match=right",
    ],
    [
      { dns_type: "cname_pattern", query: "cdn", side: "target" },
      "cdn?dns_type=cname_pattern&dns_match=middle&side=target",
    ],
    [
      { dns_type: "rdns_pattern", query: "abc", cursor: "3" },
      "abc?dns_type=rdns_pattern&dns_match=middle&cursor=3",
    ],
  ];
  for (const [query, path] of cases) {
    const sent = client.get(`/lookup?${new URLSearchParams(query)}`);
    await assertSent(sent, `/lookup/${path}`);
  }
});

test("GET /lookup - returns JSON without a redirect, which other origins cannot follow", async ({ app }) => {
  const response = await app.get("/lookup?query=192.0.2.1&output=json");
  assertHead(response, 200, { "access-control-allow-origin": "*" });
  const body = await response.json();
  const { query, data } = envelopeOf("rdns_lookup").parse(body);
  assert.equal(query.normalized, "192.0.2.1");
  assert.equal(data.ptr[0].value, "example.test");
});

test("GET /lookup - shows an invalid query's error beside the field, and keeps the text", async ({ app }) => {
  const client = new FormClient(app);
  const search = "dns_type=rdns_pattern&dns_match=left";
  const short = client.get(`/lookup?${search}&query=a"`);
  const message = "The keyword must have at least 3 characters.";
  const html = await errorPage(short, 400, message);
  assert.equal(fieldOf(html, "query"), "a&quot;");
  assert.deepEqual(chosenIn(html), ["rdns_pattern", "left", "alias"]);
  const empty = client.get("/lookup?query=");
  await errorPage(empty, 400, "Enter what to look up.");
});

test("GET /lookup - tells a wrong choice in the words of the form", async ({ app }) => {
  const client = new FormClient(app);
  const errorsOf = async (query: string, language: string) => {
    const headers = { "accept-language": language };
    const page = client.get(`/lookup?query=abc&${query}`, headers);
    return errorsIn(await pageOf(page, 400));
  };
  const cases = [
    [
      "dns_type=rdns_pattern&dns_match=x",
      "The “Match” must be one of starts with, contains, ends with.",
      "“匹配方式” 须为以下之一：开头为、包含、结尾为。",
    ],
    [
      "dns_type=cname_pattern&side=x",
      "The “Search in” must be one of aliases, targets.",
      "“检索范围” 须为以下之一：别名、目标。",
    ],
  ];
  for (const [query, en, zh] of cases) {
    assert.deepEqual(await errorsOf(query, "en"), [en]);
    assert.deepEqual(await errorsOf(query, "zh"), [zh]);
  }
  const [type] = await errorsOf("dns_type=x", "en");
  assert.match(type, /^The “Lookup type” must be one of DNS lookup, /);
});

for (const path of ["/lookup/example.test", "/lookup", "/whois/example.test"]) {
  test(`GET ${path} - an unknown output is an error`, async ({ app }) => {
    const response = await app.get(`${path}?query=a.test&output=xml`);
    assertHead(response, 400, { "content-type": types.json });
    const { error } = await response.json();
    assert.equal(error.code, "INVALID_INPUT");
    assert.match(error.message, /^The output must be one of json/);
  });
}

test("GET /lookup - suggests another mode that accepts the text, and a text that is close to a valid one", async ({ app }) => {
  const client = new FormClient(app);
  const pageFor = (query: string) =>
    pageOf(client.get(`/lookup?dns_type=${query}`), 400);
  assertShown(
    await pageFor("dns_lookup&query=192.0.2.1"),
    'Did you mean: <a href="/lookup/192.0.2.1?dns_type=rdns_lookup">Reverse DNS</a>',
  );
  const html = await pageFor("&query=example,test");
  assertShown(
    html,
    'Did you mean: <a href="/lookup/example.test?dns_type=dns_lookup">example.test</a>',
  );
  assert.deepEqual(chosenIn(html), ["", "middle", "alias"]);
});

test("GET /lookup - with Auto, redirects to whois what only whois knows", async ({ app }) => {
  const client = new FormClient(app);
  const cases = [
    ["?dns_type=&query=as64496", "/whois/AS64496"],
    ["/2001:db8::%2F32", "/whois/2001:db8::/32"],
  ];
  for (const [path, whois] of cases) {
    await assertSent(client.get(`/lookup${path}`), whois);
  }
  await pageOf(client.get("/lookup/AS64496?dns_type=dns_lookup"), 400);
  assert.equal((await app.get("/lookup/AS64496?output=json")).status, 400);
});

test(
  "GET /lookup - without whois, shows the error of an AS number",
  async ({ app }) => {
    await pageOf(new FormClient(app).get("/lookup?query=AS64496"), 400);
  },
  { env: { WHOIS: "off" } },
);

test("GET /lookup - returns INVALID_INPUT as JSON for a missing query", async ({ app }) => {
  const unread = { normalized: null, dns_type: null, dns_match: null };
  for (const path of ["?", "/?", "?query=&"]) {
    const response = await app.get(`/lookup${path}output=json`);
    assertHead(response, 400, { "content-type": types.json });
    assert.deepEqual(await response.json(), {
      ok: false,
      query: { input: "", ...unread },
      error: { code: "INVALID_INPUT", message: "Enter what to look up." },
    });
  }
});

test(
  "GET /lookup - counts the form in the rate limit of pages",
  async ({ app }) => {
    const client = new FormClient(app);
    await pageOf(client.get("/lookup"));
    const sent = client.get("/lookup?query=example.test");
    await assertSent(sent, "/lookup/example.test?dns_type=dns_lookup");
    await pageOf(client.get("/lookup"), 429);
  },
  { env: { RATE_LIMIT_PAGES: "2", RATE_LIMIT_LOOKUP: "1" } },
);

test("POST /lookup - is refused in the requested format", async ({ app }) => {
  const page = await app.get("/lookup", { method: "POST" });
  assert.equal(page.headers.get("allow"), "GET, HEAD, OPTIONS");
  await pageOf(page, 405);
  const json = await app.get("/lookup/x.test?output=json", { method: "POST" });
  assert.equal(json.status, 405);
  const { ok, query, error } = await json.json();
  assert.deepEqual([ok, query.normalized], [false, "x.test"]);
  assert.equal(error.code, "METHOD_NOT_ALLOWED");
});

const rows = [
  [
    "on",
    "This server saves the names and addresses it finds, with the date, in an index that anyone can search.",
    "本服务器会将查到的名称和地址连同日期存入索引，任何人都可以检索。",
  ],
  ["off", "This server does not record lookups.", "本服务器不记录查询。"],
];
for (const [LOOKUP_RECORD, en, zh] of rows) {
  test(
    `GET /lookup - says whether lookups are recorded if LOOKUP_RECORD is ${LOOKUP_RECORD}`,
    async ({ app }) => {
      for (const path of ["/lookup", "/lookup/www.example.test"]) {
        const client = new FormClient(app);
        const english = await pageOf(client.get(path));
        const hint = `<p class="field-hint">${en}</p>`;
        assertShown(english.replaceAll("'", "&#39;"), hint);
        const chinese = client.get(path, { "accept-language": "zh-CN" });
        assertShown(await pageOf(chinese), `>${zh}</p>`);
      }
    },
    { env: { LOOKUP_RECORD } },
  );
}

const samples = [
  [
    "",
    "Blocklist lookups are off: the operator has not chosen any blocklists.",
  ],
  [
    "bl.test",
    "Enter an IPv4 or IPv6 address to see which DNS blocklists contain it. The operators of these lists learn the address.",
  ],
];
for (const [DNSBL_ZONES, hint] of samples) {
  test(
    `GET /lookup - says ${
      DNSBL_ZONES ? "who learns" : "that nobody learns"
    } of an address if DNSBL_ZONES is "${DNSBL_ZONES}"`,
    async ({ app }) => {
      for (const path of ["/lookup", "/lookup/www.example.test"]) {
        const html = await pageOf(new FormClient(app).get(path));
        const shown = `<strong>Blocklists:</strong> ${hint}</p>`;
        assertShown(html, `id="hint-dnsbl">${shown}`);
      }
    },
    { env: { DNSBL_ZONES } },
  );
}
