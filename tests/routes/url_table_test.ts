/** Methods, their errors, CORS, trailing slashes and rate limits of every row of the URL table. */
import assert from "node:assert/strict";
import { BUCKETS } from "../../lib/limits/bucket.ts";
import { URL_TABLE, type UrlRow } from "../../lib/http/url_table.ts";
import { openHeaders, types } from "../support/responses.ts";
import { type RequestOptions, type TestApp, testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { assertHead } from "../support/routes.ts";

const peer = "8.8.8.8";

/** Limits that no test reaches, or that the first request uses up. */
function limitsOf(requests: string): Record<string, string> {
  return Object.fromEntries(
    BUCKETS.map((name) => [`RATE_LIMIT_${name.toUpperCase()}`, requests]),
  );
}

const app = await testApp({ env: limitsOf("0") });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());
const root = await newMember(app, "root@example.net", true);
const headers = {
  cookie: `porthole_session=${root.session}`,
  "sec-fetch-site": "same-origin",
};

/** A path of the row. */
function pathOf({ path, errors }: UrlRow): string {
  const values: Record<string, string> = {
    "/admin/members/:id": root.account.id,
    "/api/port/:port": "0",
    "/port/:port": "0",
    "/api/egress/dns/:nonce": "short",
    "/whois/:target*": "1.2.3",
    "/lookup/:query*": "1.2.3",
  };
  const filled = path.replace(":target/", "1.2.3.4/").replace(
    /:\w+\*?$/,
    values[path] ?? (path.endsWith(":domain") ? "x" : "1.2.3"),
  );
  return typeof errors === "object" ? `${filled}?output=json` : filled;
}

/** Content type and keys of a JSON error in each format. */
const formats = {
  text: [types.text, []],
  accept: [types.text, []],
  geoip: [types.json, ["error"]],
  api: [types.json, ["ok", "error"]],
  lookup: [types.json, ["ok", "query", "error"]],
  geoip2: [types.geoip2Error, ["code", "error"]],
  page: [types.html, []],
} as const;

/** Asserts an error with the status, in the format of the row. */
async function assertError(row: UrlRow, response: Response, status: number) {
  const format = typeof row.errors === "string"
    ? row.errors
    : "json" in row.errors
    ? row.errors.json
    : row.errors.script;
  const [type, keys] = formats[format];
  const text = await response.text();
  const body = keys.length > 0 ? JSON.parse(text) : {};
  assert.deepEqual(
    [response.status, response.headers.get("content-type"), Object.keys(body)],
    [status, type, keys],
  );
}

async function ask(
  row: UrlRow,
  options: RequestOptions = {},
  { get }: TestApp = app,
  path = pathOf(row),
): Promise<Response> {
  return await get(path, {
    peer,
    ...options,
    headers: { ...headers, ...options.headers },
  });
}

type Head = Pick<Response, "status" | "headers">;

/** Status and headers of a response whose body doesn't matter. */
async function headOf(...request: Parameters<typeof ask>): Promise<Head> {
  const { status, headers, body } = await ask(...request);
  await body?.cancel();
  return { status, headers };
}

/** Asserts that a response has the status and type of another one. */
function assertAlike(response: Head, { status, headers }: Head) {
  const type = headers.get("content-type");
  assertHead(response, status, { "content-type": type });
}

function allowOf({ methods }: UrlRow): string {
  const names = methods.flatMap((name) =>
    name === "GET" ? ["GET", "HEAD"] : [name]
  );
  return [...names, "OPTIONS"].join(", ");
}

const rows = URL_TABLE.filter(({ methods }) => methods.length > 0);

Deno.test("URL_TABLE - a row for any method responds to each as to GET", async () => {
  const open = rows.filter(({ isAnyMethod }) => isAnyMethod);
  assert.deepEqual(open.map(({ path }) => path), ["/api/allow"]);
  for (const row of open) {
    const wanted = await ask(row);
    const body = await wanted.text();
    const methods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
    for (const method of methods) {
      const response = await ask(row, { method });
      assert.deepEqual(
        [response.status, [...response.headers], await response.text()],
        [wanted.status, [...wanted.headers], body],
        `${row.path} ${method}`,
      );
    }
  }
});

for (const row of rows.filter(({ isAnyMethod }) => !isAnyMethod)) {
  Deno.test(`${row.path} - responds to the methods of its row, and to no other`, async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      const isAllowed = (row.methods as readonly string[]).includes(method);
      if (isAllowed && method === "POST") continue;
      const response = await ask(row, { method });
      if (isAllowed) {
        assert.notEqual(response.status, 405, method);
        await response.body?.cancel();
        continue;
      }
      assert.equal(response.headers.get("allow"), allowOf(row), method);
      await assertError(row, response, 405);
    }
  });

  Deno.test(`${row.path} - OPTIONS lets other sites ask what its row allows`, async () => {
    const options = await ask(row, {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "GET",
      },
    });
    const isOpen = !row.methods.includes("POST") || row.cors;
    assertHead(options, 204, {
      "allow": allowOf(row),
      "access-control-allow-origin": isOpen ? "*" : null,
      "access-control-allow-credentials": null,
    });
    assert.equal(options.body, null);
  });
}

for (const row of rows.filter(({ methods }) => methods.includes("GET"))) {
  Deno.test(`${row.path} - the response to GET has the CORS of its row`, async () => {
    const response = await headOf(row);
    for (const [name, value] of Object.entries(openHeaders)) {
      assert.equal(response.headers.get(name), row.cors ? value : null, name);
    }
  });

  Deno.test(`${row.path} - HEAD has the status and type of GET`, async () => {
    // The server drops the body.
    assertAlike(await headOf(row, { method: "HEAD" }), await headOf(row));
  });

  if (row.path === "/") continue;
  Deno.test(`${row.path} - a trailing slash makes no difference`, async () => {
    const path = pathOf(row).replace(/(?=\?|$)/, "/");
    assertAlike(await headOf(row, {}, app, path), await headOf(row));
  });
}

Deno.test("rate limits - a request counts against a bucket of its row", async () => {
  await using strict = await testApp({ env: limitsOf("1") });
  for (const bucket of BUCKETS) strict.services.limits.take(bucket, peer);
  // Batches of V2 count by themselves.
  strict.services.limits.take("batch", `${peer} v2`);
  for (const row of rows) {
    const [method] = row.methods;
    const { status, headers } = await headOf(row, { method }, strict);
    const policy = headers.get("ratelimit-policy") ?? "";
    const [, bucket] = /^"(\w+)"/.exec(policy) ?? [];
    // Names count when they are looked up, which none of these requests reaches.
    const isCounted = row.buckets.some((name) => name !== "names");
    assert.equal(status === 429, isCounted, `${row.path}: ${status}`);
    assert.equal(
      bucket === undefined || row.buckets.some((name) => name === bucket),
      true,
      `${row.path} counts against ${bucket}`,
    );
  }
});
