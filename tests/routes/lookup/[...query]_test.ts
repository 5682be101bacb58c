import assert from "node:assert/strict";
import { DnsError } from "../../../lib/dns/errors.ts";
import { envelopeOf } from "../../../lib/lookup/envelope.ts";
import type { LookupDeps } from "../../../lib/lookup/lookup_deps.ts";
import { assertResponse, statusOf, types } from "../../support/responses.ts";
import {
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
  signedUp,
} from "../../support/forms.ts";
import { lookupTest as test } from "./fixture.ts";
import {
  assertHead,
  assertHidden,
  assertOpenJson,
  assertShown,
  errorPage,
} from "../../support/routes.ts";

type Client = LookupDeps["client"];

/** The values of a page that can be copied, as written in HTML, without links. */
function valuesIn(html: string): string[] {
  return [...html.matchAll(/<code class="copyable">([^]*?)<\/code>/g)]
    .map(([, text]) => text.replace(/<a [^>]*>|<\/a>/g, ""));
}

/** A client that gets no response. */
const silentClient: Client = {
  isValidating: () => Promise.resolve(null),
  query: () => Promise.reject(new DnsError("timeout", "nobody answered")),
  async *queryPtr(ips) {
    for await (const ip of ips) yield { ip, names: null };
  },
};

/** Responds for the first address of a network, then waits to be aborted. */
function stallingClient() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const client: Client = {
    ...silentClient,
    async *queryPtr(ips, { signal } = {}) {
      for await (const ip of ips) {
        yield { ip, names: ["first.test"] };
        begin();
        await new Promise((_, reject) =>
          signal?.addEventListener("abort", () => {
            leave();
            reject(signal.reason);
          })
        );
      }
    },
  };
  return { client, begun, left };
}

test("GET /lookup/{query}?output=json - returns the envelope with CORS, and is not cached", async ({ app }) => {
  const response = await app.get("/lookup/example.test?output=json");
  assertOpenJson(response, "no-store");
  const body = await response.json();
  envelopeOf("dns_lookup").parse(body);
  assert.deepEqual(body.data.records.A, [
    { name: "example.test", value: "192.0.2.1", ttl: 300 },
  ]);
});

test("GET /lookup/{query}?output=json - accepts a network with a plain or encoded slash", async ({ app }) => {
  const bodies = [];
  for (const slash of ["/", "%2F", "%2f"]) {
    const response = await app.get(`/lookup/192.0.2.0${slash}29?output=json`);
    bodies.push(envelopeOf("rdns_scan").parse(await response.json()));
  }
  const [{ query, data, summary }, ...others] = bodies;
  for (const body of others) assert.deepEqual(body, bodies[0]);
  assert.equal(query.input, "192.0.2.0/29");
  assert.deepEqual([data.scanned, summary.found], [8, 4]);
});

test("GET /lookup/{query}?output=json - runs every mode by its dns_type", async ({ app }) => {
  const paths = [
    "www.example.test?dns_type=dns_lookup",
    "192.0.2.1?dns_type=rdns_lookup",
    "192.0.2.0/30?dns_type=rdns_scan",
    "192.0.2.0/30?dns_type=ip_domains",
    "192.0.2.2?dns_type=ip_domains",
    "example?dns_type=rdns_pattern&dns_match=middle",
    "www?dns_type=cname_pattern&dns_match=left",
    "exam?dns_type=cname_pattern&dns_match=left&side=target",
    "192.0.2.1?dns_type=dnsbl",
  ];
  for (const path of paths) {
    const response = await app.get(`/lookup/${path}&output=json`);
    assert.equal(response.status, 200, path);
    const body = await response.json();
    const { summary } = envelopeOf(body.meta.dns_type).parse(body);
    assert(summary.found > 0, path);
  }
});

test("GET /lookup/{query}?output=json - repeats the query in errors", async ({ app }) => {
  const paths = [
    "10.0.0.0/19?",
    "10.0.0.0/21?dns_type=ip_domains&",
    "x.test?dns_type=no&",
    "x.test?dns_match=no&",
    "x.test?side=no&",
    "ab?dns_type=rdns_pattern&",
    "example.com?",
  ];
  for (const path of paths) {
    const response = await app.get(`/lookup/${path}output=json`);
    const [status, code, normalized] = path === "example.com?"
      ? [422, "QUERY_FAILED", "example.com"] as const
      : [400, "INVALID_INPUT", null] as const;
    assertHead(response, status, {
      "content-type": types.json,
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
    }, path);
    const body = await response.json();
    assert.deepEqual(Object.keys(body), ["ok", "query", "error"]);
    assert.deepEqual(Object.keys(body.error), ["code", "message"]);
    const { ok, error, query } = body;
    const found = [ok, error.code, query.normalized];
    assert.deepEqual(found, [false, code, normalized], path);
  }
});

test("GET /lookup/{query}?output=csv - returns the rows as a file, and errors as JSON", async ({ app }) => {
  const response = await app.get("/lookup/192.0.2.0/30?output=csv");
  assertHead(response, 200, {
    "content-disposition": 'attachment; filename="rdns_scan.csv"',
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
  });
  const rows =
    "ip,hostname\r\n192.0.2.1,example.test\r\n192.0.2.2,mail.example.test\r\n";
  await assertResponse(response, 200, "text/csv; charset=utf-8", rows);
  const error = await app.get("/lookup/10.0.0.0/19?output=csv");
  assert.equal(error.status, 400);
  assert.equal((await error.json()).error.code, "INVALID_INPUT");
});

test("GET /lookup/{query} - shows records with their TTL, and the query in the form", async ({ app }) => {
  const client = new FormClient(app);
  const html = await pageOf(client.get("/lookup/www.example.test"));
  assert.equal(fieldOf(html, "query"), "www.example.test");
  const values = valuesIn(html);
  assert(values.includes("192.0.2.1"));
  assert(values.includes("10 mail.example.test."));
  assertShown(html, '<p class="field-hint">Detected: DNS lookup</p>', "300 s");
  assertShown(
    html,
    "<title>DNS records of www.example.test – Porthole</title>",
    '<a href="/192.0.2.1" rel="nofollow">192.0.2.1</a>',
    '10 <a href="/lookup/mail.example.test" rel="nofollow">mail.example.test.</a>',
    'href="/lookup/www.example.test?dns_type=dns_lookup&amp;output=csv">CSV</a>',
    /3 found|4 found|5 found/,
  );
  assertHidden(html, /\b(?:null|undefined|NaN)\b/);
});

test("GET /lookup/{query} - returns the records of one type", async ({ app }) => {
  const get = async (path: string) => {
    const response = await app.get(`/lookup/${path}&output=json`);
    return [response.status, await response.json()];
  };
  const [status, { query, data }] = await get(
    "example.test?dns_type=dns_lookup&type=type15",
  );
  assert.equal(status, 200);
  assert.deepEqual([query.normalized, data.type], ["example.test", "MX"]);
  assert.deepEqual([data.records.MX.length, data.rcode.A], [1, null]);
  const client = new FormClient(app);
  const html = await pageOf(client.get("/lookup/example.test?type=MX"));
  assertShown(
    html,
    /<pre id="zone-file"[^>]*>example\.test\. 60 IN MX 10 mail\.example\.test\.\n<\/pre>/,
    /name="type"[^>]* value="MX"/,
  );
  // Types that were not requested are not said to have no response.
  assertHidden(html, "no response");
  const cases = [
    [
      "example.test?type=ANY",
      "This is no record type. Enter a name such as TLSA, or a number such as TYPE65280.",
    ],
    [
      "1.0.168.192.in-addr.arpa?type=PTR",
      "Host names of reserved addresses are not looked up.",
    ],
  ];
  for (const [path, message] of cases) {
    const [status, { error }] = await get(path);
    assert.equal(status, 400, path);
    assert.deepEqual(error, { code: "INVALID_INPUT", message });
  }
});

test("GET /lookup/{query} - shows the JSON link to members only", async ({ app }) => {
  const path = "/lookup/example.test";
  assertHidden(await pageOf(new FormClient(app).get(path)), "output=json");
  const html = await pageOf((await signedUp(app)).get(path));
  assertShown(html, `href="${path}?dns_type=dns_lookup&amp;output=json"`);
});

test("GET /lookup/{query} - escapes hostile records", async ({ app }) => {
  const client = new FormClient(app);
  const pages = [
    "text.example.test",
    "192.0.2.4",
    "192.0.2.0/29",
    "192.0.2.4?dns_type=ip_domains",
    "script?dns_type=rdns_pattern",
    "%3Cscript%3E?dns_type=rdns_pattern",
    "%25_.?dns_type=rdns_pattern",
  ];
  for (const page of pages) {
    const html = await pageOf(client.get(`/lookup/${page}`));
    assert(valuesIn(html).some((text) => text.includes("&lt;script")), page);
    assertHidden(html, "<script>");
    assert.doesNotMatch(html.replaceAll("\n", ""), /\p{Cc}/u, page);
  }
});

test("GET /lookup/{query} - shows every row of a scan and the summary", async ({ app }) => {
  const response = await new FormClient(app).get("/lookup/192.0.2.0/29");
  // Neither the service nor a proxy holds rows back to compress them.
  assert.equal(response.headers.get("cache-control"), "no-store, no-transform");
  const html = await pageOf(response);
  assertShown(html, /^<!DOCTYPE html>[^]*<\/html>$/);
  assertShown(html, /role="status">4 found for 8 addresses in /);
  assertHidden(html, "<template");
  const shown = valuesIn(html).filter((text) => text.startsWith("192."));
  assert.deepEqual(shown, [1, 2, 4, 5].map((last) => `192.0.2.${last}`));
  assert.equal(fieldOf(html, "query"), "192.0.2.0/29");
});

test("GET /lookup/{query} - links the pages of a keyword search", async ({ app, index }) => {
  index.add(Array.from({ length: 250 }, (_, i) => ({
    kind: "ptr" as const,
    name: `host${i}.many.test`,
    value: "192.0.2.9",
  })));
  const client = new FormClient(app);
  let path: string | undefined =
    "/lookup/many.test?dns_type=rdns_pattern&dns_match=right";
  const names = new Set<string>();
  let pages = 0;
  while (path !== undefined) {
    const html: string = await pageOf(client.get(path));
    pages++;
    for (const text of valuesIn(html)) names.add(text);
    path = /<a href="([^"]+)" rel="next"/.exec(html)?.[1]
      .replaceAll("&amp;", "&");
  }
  // The address is a copyable value, too.
  assert.deepEqual([pages, names.size], [3, 251]);
});

test(
  "GET /lookup/{query} - keeps the form of a failed query, with the reason beside the field",
  async ({ app }) => {
    const client = new FormClient(app);
    const html = await errorPage(
      client.get("/lookup/slow.example"),
      422,
      "No name server responded in time. Try again in a moment.",
    );
    assert.equal(fieldOf(html, "query"), "slow.example");
  },
  { client: silentClient },
);

test(
  "GET /lookup/{query} - shows at the end that a scan got no response",
  async ({ app }) => {
    const client = new FormClient(app);
    const html = await errorPage(
      client.get("/lookup/192.0.2.0/30"),
      200,
      "The name servers failed or did not respond. Try again in a moment.",
    );
    assert.match(html, /<\/html>$/);
    const json = app.get("/lookup/192.0.2.0/30?output=json");
    assert.equal(await statusOf(json), 422);
  },
  { client: silentClient },
);

const stalling = stallingClient();

test(
  "GET /lookup/{query} - streams a scan: head and form first, then rows as they are found",
  async ({ app }) => {
    const response = await new FormClient(app).get("/lookup/192.0.2.0/30");
    assert(response.body);
    const texts = response.body.pipeThrough(new TextDecoderStream());
    const reader = texts.getReader();
    const { value: head = "" } = await reader.read();
    assertShown(head, 'name="query"', "<thead");
    assertHidden(head, "first.test");
    const { value: row = "" } = await reader.read();
    assert.match(row, /^<tbody.*first\.test.*1 of 4 addresses scanned/);

    // The only permit is taken until this client disconnects.
    const client = new FormClient(app);
    const busy = await client.get("/lookup/192.0.2.0/30");
    assert.equal(busy.headers.get("retry-after"), "15");
    assert.match(await pageOf(busy, 503), /<p>Too many networks/);
    const json = await app.get("/lookup/192.0.2.0/30?output=json");
    const { error } = await json.json();
    assert.deepEqual([json.status, error.code], [503, "SERVICE_UNAVAILABLE"]);

    await reader.cancel();
    await stalling.left;
    assert.equal(await statusOf(client.get("/lookup/192.0.2.0/30")), 200);
  },
  { client: stalling.client, maxScans: 1 },
);

const unread = stallingClient();

test(
  "GET /lookup/{query} - ends a scan whose reader stalls, and says so when it reads on",
  async ({ app }) => {
    const response = await new FormClient(app).get("/lookup/192.0.2.0/30");
    assert(response.body);
    const parts = response.body[Symbol.asyncIterator]();
    await parts.next();
    app.clock.now += 60_000;
    await parts.next();
    await unread.left;
    const { value: end } = await parts.next();
    assert.match(
      new TextDecoder().decode(end),
      /role="alert">The scan stopped because your browser stopped .*<\/html>$/,
    );
    assert.equal((await parts.next()).done, true);
  },
  { client: unread.client },
);

const abandoned = stallingClient();

test(
  "GET /lookup/{query} - ends the scan of a client that disconnects, and logs nothing",
  async ({ app }) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const response = app.get("/lookup/192.0.2.0/30?output=json", { signal });
    await abandoned.begun;
    leaving.abort();
    await abandoned.left;
    assert.equal((await response).status, 499);
    assert.deepEqual(app.logged, []);
  },
  { client: abandoned.client },
);

test(
  "GET /lookup/{query} - counts lookups and scans separately, pages and JSON together",
  async ({ app }) => {
    const client = new FormClient(app);
    const status = (path: string) => statusOf(client.get(`/lookup/${path}`));
    assert.equal(await status("192.0.2.0/30?output=json"), 200);
    assert.equal(await status("192.0.2.0/30?dns_type=ip_domains"), 200);
    const over = await client.get("/lookup/192.0.2.0/30");
    assert.match(over.headers.get("retry-after") ?? "", /^\d+$/);
    const html = await pageOf(over, 429);
    assert.match(errorsIn(html)[0], /^Too many requests: .*\.$/);
    assert.equal(fieldOf(html, "query"), "192.0.2.0/30");
    const json = await app.get("/lookup/192.0.2.0/30?output=json");
    assert.equal(json.status, 429);
    assert.equal((await json.json()).query.normalized, "192.0.2.0/30");

    assert.equal(await status("192.0.2.1"), 200);
    assert.equal(await status("192.0.2.1?dns_type=ip_domains"), 200);
    assert.equal(await status("nothing-to-look-up"), 400);
    assert.equal(await status("192.0.2.1"), 429);
  },
  {
    env: {
      RATE_LIMIT_SCAN: "2",
      RATE_LIMIT_LOOKUP: "3",
      RATE_LIMIT_PAGES: "1",
    },
  },
);
