import assert from "node:assert/strict";
import { homeTexts } from "../../lib/shared/texts/home.ts";
import { homeFieldTexts } from "../../lib/shared/texts/home_fields.ts";
import { siteTexts } from "../../lib/shared/texts/site.ts";
import { testApp } from "../support/app.ts";
import { assertNoEnglish } from "../support/languages.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

async function htmlOf(path: string, headers: Record<string, string> = {}) {
  const answer = await app.get(path, {
    peer: "8.8.8.8",
    headers: { accept: "text/html", ...headers },
  });
  return await answer.text();
}

const chinese = { "accept-language": "zh-CN,zh;q=0.9" };

Deno.test("home page - speaks Chinese to whoever asks for it", async () => {
  const html = await htmlOf("/", chinese);
  assert.match(html, /^<!DOCTYPE html><html lang="zh-Hans">/);
  assert(html.includes("你的公网 IPv4 地址"));
  assert(html.includes("位于 美国"));
  assert.match(html, /<dt>国家\/地区<\/dt><dd ?>美国<\/dd>/);
  assertNoEnglish(html, homeTexts);
  assertNoEnglish(html, homeFieldTexts);
  assertNoEnglish(html, siteTexts);
});

Deno.test("pages - remember the language and the colours that were chosen", async () => {
  const html = await htmlOf("/", {
    ...chinese,
    cookie: "porthole_language=en; porthole_theme=dark",
  });
  assert.match(html, /^<!DOCTYPE html><html lang="en" data-theme="dark">/);
  assert(html.includes('<meta name="color-scheme" content="dark"'));
  const pressed = [...html.matchAll(/value="(\w+)"[^>]* aria-pressed="true"/g)];
  assert.deepEqual(pressed.map(([, value]) => value), ["en", "dark"]);
});

Deno.test("error page - speaks Chinese as well", async () => {
  const html = await htmlOf("/nowhere", chinese);
  assert(html.includes("这里什么都没有"));
  assert(html.includes("这个地址没有任何内容。"));
  assertNoEnglish(html, siteTexts);
});

Deno.test("footer - leads back to the page with its query", async () => {
  const html = await htmlOf("/lookup?query=x%26y");
  assert.match(html, /name="next" value="\/lookup[^"]*"/);
});
