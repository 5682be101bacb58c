import assert from "node:assert/strict";
import { AppError } from "../../../lib/core/errors.ts";
import { assertApiError } from "../../support/responses.ts";
import {
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
  signedUp,
} from "../../support/forms.ts";
import { autnum } from "../../support/rdap_bodies.ts";
import { hostile, whoisTest as test } from "./fixture.ts";
import {
  assertHidden,
  assertOpenJson,
  assertShown,
  browse,
  errorPage,
} from "../../support/routes.ts";

/** Requested paths, without those of the bootstrap files. */
function queriesOf({ requests }: { requests: readonly string[] }): string[] {
  return requests.filter((path) => !path.endsWith(".json"));
}

/** Labels and values of a page's rows, as written in HTML. */
function rowsIn(html: string): Record<string, string> {
  const rows = html.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*>(.*?)<\/dd>/gs);
  return Object.fromEntries([...rows].map(([, label, value]) => [
    label,
    value.replace(/<[^>]*>/g, " ").trim(),
  ]));
}

test("GET /whois/{target}?output=json - returns every field, with CORS for all origins", async ({ app, registry }) => {
  const response = await app.get("/whois/as64496?output=json");
  assertOpenJson(response, "private, max-age=3600");
  assert.deepEqual(await response.json(), {
    ok: true,
    query: { target: "AS64496", type: "asn" },
    data: {
      ...{ subject: "AS64496", object_type: "autnum", handle: "AS64496" },
      ...{ name: "EXAMPLE-AS", country: "US", whois_server: "whois.arin.net" },
      created_at: "2000-03-30T05:00:00.000Z",
      updated_at: "2012-02-24T00:00:00.000Z",
      events: [
        { action: "registration", at: "2000-03-30T05:00:00.000Z" },
        { action: "last changed", at: "2012-02-24T00:00:00.000Z" },
      ],
      statuses: ["active"],
      ...{ unicode_name: null, allocation_type: null, parent_handle: null },
      ...{ registrar: null, registrar_iana_id: null, expires_at: null },
      ...{ dnssec: null, networks: [], autonomous_systems: [], contacts: [] },
      ...{ name_servers: [], glue: [], links: [], variants: [] },
      ...{ remarks: [], notices: [], redacted: [] },
      raw: autnum,
    },
    meta: {
      source: "rdap",
      server: "127.0.0.1",
      fetched_at: "2026-11-21T12:00:00.000Z",
    },
  });
  assert.deepEqual(queriesOf(registry), ["/autnum/64496"]);
});

test("GET /whois/{target}?output=json - accepts a network with a plain or encoded slash, and queries once", async ({ app, registry }) => {
  for (const path of ["2001:db8::/32", "2001:db8::%2F32", "2001:DB8::1/32"]) {
    const response = await app.get(`/whois/${path}?output=json`);
    const { query, data } = await response.json();
    assert.deepEqual(query, { target: "2001:db8::/32", type: "ip" });
    assert.deepEqual(data.networks, ["2001:db8::/32"]);
  }
  assert.deepEqual(queriesOf(registry), ["/ip/2001:db8::/32"]);
});

test("GET /whois/{target}?output=json - returns the code of each error", async ({ app, registry }) => {
  const cases: [string, number, string][] = [
    ["a b.test", 400, "INVALID_TARGET"],
    ["AS0123", 400, "INVALID_TARGET"],
    ["192.0.2.0/33", 400, "INVALID_TARGET"],
    ["a/b", 400, "INVALID_TARGET"],
    ["192.0.2.256", 400, "INVALID_IPV4"],
    ["2001:db8", 400, "INVALID_IPV6"],
    ["te5t", 400, "INVALID_DOMAIN"],
  ];
  for (const [target, status, code] of cases) {
    const response = await app.get(`/whois/${encodeURI(target)}?output=json`);
    assert.equal(response.headers.get("cache-control"), "no-store");
    await assertApiError(response, status, code);
  }
  assert.deepEqual(registry.requests, []);
  const nothing = await app.get("/whois/none.test?output=json");
  await assertApiError(nothing, 404, "NOT_FOUND");
  for (const name of ["loop.test", "inner.test"]) {
    const failed = await app.get(`/whois/${name}?output=json`);
    await assertApiError(failed, 422, "QUERY_FAILED");
  }
});

test("GET /whois/{target} - shows badges, facts, contacts, name servers, events and the raw response", async ({ app }) => {
  const client = new FormClient(app);
  const html = await pageOf(client.get("/whois/B%C3%BCcher.test"));
  assert.equal(fieldOf(html, "query"), "Bücher.test");
  const badges = html.matchAll(/class="badge"[^>]*>([^<]*)</g);
  const texts = Array.from(badges, ([, text]) => text);
  assert.deepEqual(texts, ["Domain", "31 years old"]);
  assert.deepEqual(rowsIn(html), {
    "Name": "Abuse Desk",
    "Unicode name": "bücher.test",
    "Registrar": "Example Registrar, Inc.",
    "Variants": "bucher.test",
    "Registrar’s IANA ID": "9999",
    "Status": "client delete prohibited  active",
    "Created": "1995-08-14 04:00 UTC",
    "Updated": "2024-08-14 07:01 UTC",
    "Expires": "2027-08-13 04:00 UTC",
    "DNSSEC": `Signed  DS 1 13 2 ${"ab".repeat(32)}  DNSKEY 257 3 13 AA==`,
    "Handle": "1234_DOMAIN-TEST",
    "Object type": "domain",
    "Whois server": "whois.nic.test",
    "Address": "1 Way  Oslo  0150  NO",
    "E-mail": "abuse@registrar.test",
    "Phone": "+1.5555550100",
  });
  assertShown(
    html,
    "<title>xn--bcher-kva.test – Whois – Porthole<",
    '<h4>Registrant</h4><p class="redaction">The details of this contact are withheld.<',
    'href="/lookup/ns1.example.test"',
    /<strong>Expiration<\/strong><time datetime="2027-08-13T04:00:00\.000Z">/i,
    /<h4>Note<\/h4><p ?>One\.<\/p><p ?>Two\.</,
    /<li ?>Registrant Name: empty \(Server policy\)<\/li>/,
    /<h4>Terms of Use<\/h4><p ?>Be kind\.</,
    'href="/192.0.2.1"',
    '<a href="/xn--bcher-kva.test" rel="nofollow">What this server knows about ',
    /<summary>Raw RDAP response<\/summary><pre[^>]*>\{\n/,
    'href="/whois/xn--bcher-kva.test?output=json"',
  );
});

test("GET /whois/{target} - shows a response that it cannot interpret as it was sent", async ({ app }) => {
  const json = await app.get("/whois/odd.test?output=json");
  assert.equal(json.status, 422);
  assert.deepEqual(await json.json(), {
    ok: false,
    error: {
      code: "QUERY_FAILED",
      message:
        "The registry’s response could not be interpreted. Read it as the registry sent it.",
    },
    data: { raw: '"<script>alert(1)</script>"' },
    meta: {
      source: "rdap",
      server: "127.0.0.1",
      fetched_at: "2026-11-21T12:00:00.000Z",
    },
  });
  const { status, html } = await browse(app, "/whois/odd.test");
  assert.equal(status, 422);
  assertShown(html, "The registry’s response could not be interpreted.");
  assertShown(html, '<h2 id="result-title">Raw RDAP response<');
  assertShown(html, ">&quot;&lt;script>alert(1)&lt;/script>&quot;</pre>");
  assertHidden(html, "in a moment", hostile);
});

test("GET /whois/{target} - shows the registered parent of a name", async ({ app }) => {
  const client = new FormClient(app);
  assertShown(
    await pageOf(client.get("/whois/www.xn--bcher-kva.test")),
    "www.xn--bcher-kva.test has no registration of its own. This is the registration of xn--bcher-kva.test.",
  );
});

test("GET /whois/{handle} - shows a contact with what it holds, as JSON too", async ({ app, registry }) => {
  const html = await pageOf(new FormClient(app).get("/whois/EX1-TEST"));
  const { Kind, Networks, "AS numbers": numbers } = rowsIn(html);
  assert.deepEqual([Kind, numbers], ["org", "AS64496"]);
  assert.equal(Networks, "192.0.2.0/24");
  assertShown(
    html,
    "<title>EX1-TEST – Whois – Porthole<",
    'href="/whois/192.0.2.0/24"',
    /<h4>Abuse *<span class="mono"><a href="\/whois\/AB1-TEST" rel="nofollow">AB1-TEST<\/a>/,
  );
  // A handle has no page but its registration.
  assertHidden(html, "What this server knows about");
  const response = await app.get("/whois/EX1-TEST?output=json");
  const { query, data } = await response.json();
  assert.deepEqual(query, { target: "EX1-TEST", type: "entity" });
  assert.equal(data.object_type, "entity");
  assert.deepEqual(data.autonomous_systems, ["AS64496"]);
  const handles = data.contacts.map((it: { handle: string }) => it.handle);
  assert.deepEqual(handles, ["EX1-TEST", "AB1-TEST"]);
  assert.deepEqual(queriesOf(registry), ["/entity/EX1-TEST"]);
});

test("GET /whois/{target} - escapes what a registry writes", async ({ app }) => {
  const html = await pageOf(new FormClient(app).get("/whois/hostile.test"));
  assertHidden(html, hostile, "<script>", "\u202e");
  const result = html.slice(html.indexOf("result-title"));
  assertHidden(result, 'href="javascript');
  // Only valid names are links.
  const links = [...result.matchAll(/href="(\/[^"]*)"/g)];
  assert.deepEqual([...new Set(links.map(([, path]) => path))].sort(), [
    "/about",
    "/hostile.test",
    "/lookup/hostile.test",
    "/whois/hostile.test?output=json",
  ]);
  assert.equal(rowsIn(html).Handle, "&lt;script>alert(1)&lt;/script>");
  assertShown(
    html,
    '<a href="https://a.test/%22%3Cscript%3Ealert(1)%3C/script%3E" rel="nofollow noopener noreferrer">',
  );
});

test("GET /whois/{target} - shows an unregistered target as a result, unlike a failure", async ({ app }) => {
  const client = new FormClient(app);
  const nothing = await pageOf(client.get("/whois/none.test"), 404);
  assert.deepEqual(errorsIn(nothing), []);
  assertShown(
    nothing,
    'id="result-title">none.test</h2>',
    /<div class="message message-info" ?>The registry has no registration of none\.test\.</,
  );
  assert.equal(fieldOf(nothing, "query"), "none.test");

  const cases = [
    ["loop.test", "redirects too many times"],
    ["inner.test", "redirects to an address that is not allowed"],
  ];
  for (const [name, what] of cases) {
    const failed = await errorPage(
      client.get(`/whois/${name}`),
      422,
      `The registry could not be queried: the server ${what}. Try again in a moment.`,
    );
    assert.equal(fieldOf(failed, "query"), name);
  }
  assert.deepEqual(app.logged, []);
});

test(
  "GET /whois/{target} - counts pages and JSON in the rate limit of lookups",
  async ({ app }) => {
    const client = new FormClient(app);
    await pageOf(client.get("/whois/AS64496"));
    await pageOf(client.get("/whois/nonsens3"), 400);
    const json = await app.get("/whois/AS64496?output=json");
    assert.match(json.headers.get("retry-after") ?? "", /^\d+$/);
    await assertApiError(json, 429, "RATE_LIMIT_EXCEEDED");
    const over = await client.get("/whois/AS64496");
    assert.match(over.headers.get("retry-after") ?? "", /^\d+$/);
    const html = await pageOf(over, 429);
    assert.match(errorsIn(html)[0], /^Too many requests: .*\.$/);
    assert.equal(fieldOf(html, "query"), "AS64496");
    assert.doesNotMatch(html, /Did you mean/);
  },
  { RATE_LIMIT_LOOKUP: "2", RATE_LIMIT_PAGES: "1" },
);

test("GET /whois/{target} - returns 503 with Retry-After if too many lookups are running", async ({ app }) => {
  const reason = { reason: "name_lookups_busy" } as const;
  const headers = { "retry-after": "5" };
  const busy = new AppError(503, "SERVICE_UNAVAILABLE", reason, { headers });
  const whois = { describe: () => Promise.reject(busy) };
  Object.assign(app.services, { whois });
  const response = await new FormClient(app).get("/whois/AS64496");
  assert.equal(response.headers.get("retry-after"), "5");
  const message =
    "Too many names are being looked up. Try again in a few seconds.";
  await errorPage(response, 503, message);
  const json = await app.get("/whois/AS64496?output=json");
  assert.equal(json.headers.get("retry-after"), "5");
  await assertApiError(json, 503, "SERVICE_UNAVAILABLE");
});

test("GET /whois/{target} - aborts the lookup if the client disconnects, and logs nothing", async ({ app }) => {
  const begun = Promise.withResolvers<void>();
  const describe = (_: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      begun.resolve();
    });
  Object.assign(app.services, { whois: { describe } });
  const leaving = new AbortController();
  const { signal } = leaving;
  const response = app.get("/whois/AS64496?output=json", { signal });
  await begun.promise;
  leaving.abort();
  assert.equal((await response).status, 499);
  assert.deepEqual(app.logged, []);
});

test("GET /whois/{target} - shows members that they are signed in", async ({ app }) => {
  const member = await signedUp(app);
  const html = await pageOf(member.get("/whois/AS64496"));
  assert.match(html, /<a href="\/console">Console<\/a>/);
});
