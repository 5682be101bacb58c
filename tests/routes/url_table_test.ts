/** Methods, CORS, trailing slashes and rate limits of every row of the URL table. */
import assert from "node:assert/strict";
import { BUCKETS } from "../../lib/limits/bucket.ts";
import { URL_TABLE, type UrlRow } from "../../lib/http/url_table.ts";
import { openHeaders } from "../support/answers.ts";
import { type RequestOptions, type TestApp, testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";

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
    "/api/egress/dns/:nonce": "short",
    "/whois/:target*": "1.2.3",
    "/lookup/:query*": "1.2.3",
  };
  const filled = path.replace(
    /:\w+\*?$/,
    values[path] ?? (path.endsWith(":domain") ? "x" : "1.2.3"),
  );
  return typeof errors === "object" ? `${filled}?output=json` : filled;
}

async function ask(
  row: UrlRow,
  options: RequestOptions = {},
  { get }: TestApp = app,
  path = pathOf(row),
): Promise<Response> {
  const response = await get(path, {
    peer,
    ...options,
    headers: { ...headers, ...options.headers },
  });
  await response.body?.cancel();
  return response;
}

function allowOf({ methods }: UrlRow): string {
  const names = methods.flatMap((name) =>
    name === "GET" ? ["GET", "HEAD"] : [name]
  );
  return [...names, "OPTIONS"].join(", ");
}

const rows = URL_TABLE.filter(({ methods }) => methods.length > 0);

for (const row of rows) {
  Deno.test(`${row.path} - responds to the methods of its row, and to no other`, async () => {
    const options = await ask(row, { method: "OPTIONS" });
    assert.equal(options.status, 204);
    assert.equal(options.headers.get("allow"), allowOf(row));
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
      const isAllowed = (row.methods as readonly string[]).includes(method);
      if (isAllowed && method === "POST") continue;
      const response = await ask(row, { method });
      assert.equal(response.status !== 405, isAllowed, method);
      if (isAllowed) continue;
      assert.equal(response.headers.get("allow"), allowOf(row), method);
    }
  });

  Deno.test(`${row.path} - other sites read what its row opens`, async () => {
    const options = await ask(row, { method: "OPTIONS" });
    const origin = row.methods.includes("POST") ? null : "*";
    const name = "access-control-allow-origin";
    assert.equal(options.headers.get(name), origin);
    if (!row.methods.includes("GET")) return;
    const response = await ask(row);
    for (const [name, value] of Object.entries(openHeaders)) {
      assert.equal(response.headers.get(name), row.cors ? value : null, name);
    }
  });

  if (row.path !== "/" && row.methods.includes("GET")) {
    Deno.test(`${row.path} - a slash at the end changes nothing`, async () => {
      const [plain, slashed] = [
        await ask(row),
        await ask(row, {}, app, pathOf(row).replace(/(?=\?|$)/, "/")),
      ];
      assert.equal(slashed.status, plain.status);
      const type = plain.headers.get("content-type");
      assert.equal(slashed.headers.get("content-type"), type);
    });
  }
}

Deno.test("rate limits - a request counts against a bucket of its row", async () => {
  await using strict = await testApp({ env: limitsOf("1") });
  for (const bucket of BUCKETS) strict.services.limits.take(bucket, peer);
  for (const row of rows) {
    const [method] = row.methods;
    const { status, headers } = await ask(row, { method }, strict);
    const policy = headers.get("ratelimit-policy") ?? "";
    const [, bucket] = /^"(\w+)"/.exec(policy) ?? [];
    assert.equal(status === 429, row.buckets.length > 0, row.path);
    assert.equal(
      bucket === undefined || row.buckets.some((name) => name === bucket),
      true,
      `${row.path} counts against ${bucket}`,
    );
  }
});
