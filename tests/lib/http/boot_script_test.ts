import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { bootScript } from "../../../define.ts";
import { BootScript } from "../../../lib/http/boot_script.ts";
import { pageHeaders } from "../../../lib/http/responses.ts";

const BOOT = 'import { boot } from "/boot.js";boot(["<\\/script>"]);';
const OWN = pageHeaders["content-security-policy"];

/** Both policies of a page, with one more source of scripts. */
function allowing(source: string): string {
  const [scripts, others] = OWN.split(", ");
  return `${scripts} ${source}, ${others}; script-src 'self' ${source}`;
}

/** As Fresh does after rendering an inline script. */
const ofFresh = new BootScript((response) => {
  const policy = "script-src 'self' 'nonce-n0nce'";
  response.headers.set("content-security-policy", policy);
  return response;
});

function page(html: string): Response {
  return new Response(html, { headers: pageHeaders });
}

function policyOf({ headers }: Response): string | null {
  return headers.get("content-security-policy");
}

async function keptPolicy(html: string): Promise<string> {
  const { headersOf } = await ofFresh.cacheable(page(html), pageHeaders);
  return headersOf(html)["content-security-policy"];
}

/** The source that allows an inline script. */
function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

Deno.test("BootScript - a page for one request allows the nonce; a response that is no page or has no policy is left alone", async () => {
  const allowed = await ofFresh.allowedIn(page("<p>"));
  assert.equal(policyOf(allowed), allowing("'nonce-n0nce'"));
  assert.equal(policyOf(await ofFresh.allowedIn(Response.json({}))), null);
  const headers = { "content-type": "text/html; charset=utf-8" };
  const bare = new Response("<p>", { headers });
  assert.equal(policyOf(await ofFresh.allowedIn(bare)), null);
});

Deno.test("BootScript - a cacheable page allows the hash of the script with the nonce, and no others", async () => {
  const html = [
    "<script>alert(1)</script>",
    '<script nonce="0">alert(2)</script>',
    '<script nonce="">alert(3)</script>',
    '<script data-nonce="n0nce">alert(4)</script>',
    `<script type="module" nonce="n0nce">${BOOT}</script>`,
    "<script>alert(5)</script>",
  ].join("");
  assert.equal(await keptPolicy(html), allowing(hashOf(BOOT)));
});

Deno.test("BootScript - a page made of a cacheable one allows its own script", async () => {
  const html = `<script nonce="n0nce">boot("SLOT")</script>`;
  const { headersOf } = await ofFresh.cacheable(page(html), pageHeaders);
  const filled = html.replace("SLOT", "192.0.2.1");
  assert.equal(
    headersOf(filled)["content-security-policy"],
    allowing(hashOf('boot("192.0.2.1")')),
  );
});

Deno.test("BootScript - a script that swallows the rendered one is not allowed", async () => {
  // The first element runs, and its text is another.
  const html = `<script>alert(1)//<script nonce="n0nce">${BOOT}</script>`;
  assert.equal(await keptPolicy(html), `${OWN}; script-src 'self'`);
});

Deno.test("BootScript - pages of the engine keep their policy", async () => {
  assert.equal(policyOf(await bootScript.allowedIn(page("<p>"))), OWN);
  const made = await bootScript.cacheable(page("<p>"), pageHeaders);
  const { html, headersOf } = made;
  assert.equal(html, "<p>");
  assert.equal(headersOf(""), pageHeaders);
});
