import assert from "node:assert/strict";
import { assertResponse, types } from "../../support/responses.ts";
import { testApp } from "../../support/app.ts";
import { newMember, PASSWORD } from "../../support/members.ts";
import { assertHead, assertHidden, browse } from "../../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());
await newMember(app, "ann@example.net");
const fields = { email: "ann@example.net", password: PASSWORD };

function post(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.get("/session", {
    method: "POST",
    peer: "8.8.8.8",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
}

Deno.test("POST /session - signs in and returns the locked rows", async () => {
  const response = await post(fields);
  assertHead(response, 200, {
    "content-type": types.json,
    "cache-control": "no-store",
    "access-control-allow-origin": null,
  });
  const { rows } = await response.json();
  const fieldsIn = rows.map(({ field }: { field: string }) => field).join(" ");
  assert.equal(fieldsIn, "abuseContact riskReasons asnDates sourcesUsed");
  const [cookie] = response.headers.getSetCookie();
  const page = await browse(app, "/", { cookie: cookie.split(";")[0] });
  assertHidden(page.html, 'class="lock"');
});

Deno.test("POST /session - returns the rows of the address that the page is about", async () => {
  const sources = async (address: string) => {
    const response = await post({ ...fields, address });
    assert.equal(response.status, 200);
    const { rows } = await response.json();
    return rows.map(({ value }: { value: unknown }) => value);
  };
  const own = await sources("8.8.8.8");
  assert.notDeepEqual(await sources("2001:7fb::1"), own);
  assert.deepEqual(await sources("not an address"), own);
});

Deno.test("POST /session - a wrong password gets an error in the page's language, and no session", async () => {
  const response = await post({ ...fields, password: "wrong" });
  assert.equal(response.headers.get("set-cookie"), null);
  const body =
    '{"message":"The e-mail address or the password is wrong. If you have forgotten your password, ask the operator for a new one."}';
  await assertResponse(response, 401, types.json, body);
});

Deno.test("POST /session - an empty form is 400", async () => {
  const response = await post({ email: "", password: "" });
  const body = '{"message":"Fill in this field."}';
  await assertResponse(response, 400, types.json, body);
});

Deno.test("POST /session - refuses forms of other sites", async () => {
  const response = await post(fields, { "sec-fetch-site": "cross-site" });
  assert.equal(response.status, 403);
  assert.equal(response.headers.get("set-cookie"), null);
});
