import assert from "node:assert/strict";
import { addressTexts } from "../../lib/ipinfo/view/address_texts.ts";
import { homeFieldTexts, homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { testApp } from "../support/app.ts";
import { assertNoEnglish } from "../support/english_left.ts";
import { newMember } from "../support/members.ts";
import { assertShown, browse } from "../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const htmlOf = async (path: string, headers: Record<string, string> = {}) =>
  (await browse(app, path, headers)).html;

const chinese = { "accept-language": "zh-CN,zh;q=0.9" };

Deno.test("home page - is Chinese if the browser prefers it", async () => {
  const html = await htmlOf("/", chinese);
  assert.match(html, /^<!DOCTYPE html><html lang="zh-Hans">/);
  assertShown(html, "你的公网 IPv4 地址", "· 美国");
  assert.match(html, /<dt>国家\/地区<\/dt><dd ?>美国<\/dd>/);
  assertNoEnglish(html, addressTexts);
  assertNoEnglish(html, homeTexts);
  assertNoEnglish(html, homeFieldTexts);
  assertNoEnglish(html, siteTexts);
});

Deno.test("home page - shows a member the reasons in Chinese", async () => {
  const { session } = await newMember(app, "reasons@example.net");
  const cookie = `porthole_session=${session}`;
  const html = await htmlOf("/", { ...chinese, cookie });
  assert.match(
    html,
    /<dt>判断依据<\/dt><dd[^>]*>(?:<[^>]+>)*AS15169 是已知的机房网络</,
  );
  assert.doesNotMatch(html, /known hosting network/);
});

Deno.test("home page - names a reserved block in Chinese", async () => {
  const { html } = await browse(app, "/", chinese, { peer: "10.1.2.3" });
  assertShown(html, '<p class="summary"><span>这不是公网地址（私有地址）。<');
});

Deno.test("APIs - stay English for a client that prefers Chinese", async () => {
  await using app = await testApp();
  const { token } = await newMember(app, "api@example.net");
  const authorization = `Bearer ${token}`;
  const bodyOf = async (path: string, headers: Record<string, string>) => {
    const response = await app.get(path, { peer: "8.8.8.8", headers });
    assert.equal(response.status, 200, path);
    return await response.text();
  };
  const us = '"United States"';
  const cases = [
    ...["v1/ip", "v2/ip", "geoip"].map((api) => [`/api/${api}/8.8.8.8`, us]),
    ["/api/geoip/10.0.0.1", "(Private-Use)"],
    ["/country", "United States"],
    ["/json", us],
  ];
  for (const [path, known] of cases) {
    const body = await bodyOf(path, { ...chinese, authorization });
    assert.equal(body, await bodyOf(path, { authorization }), path);
    assert(body.includes(known), `${path}: ${body}`);
    assert.doesNotMatch(body, /\p{Script=Han}/u, path);
  }
});

Deno.test("pages - remember the chosen language and theme", async () => {
  const cookie = "porthole_language=en; porthole_theme=dark";
  const html = await htmlOf("/", { ...chinese, cookie });
  assert.match(html, /^<!DOCTYPE html><html lang="en" data-theme="dark">/);
  assert(html.includes('<meta name="color-scheme" content="dark"'));
  const pressed = [...html.matchAll(/value="(\w+)"[^>]* aria-pressed="true"/g)];
  assert.deepEqual(pressed.map(([, value]) => value), ["en", "dark"]);
});

Deno.test("error page - is Chinese, too", async () => {
  const html = await htmlOf("/nowhere", chinese);
  assertShown(html, "未找到", "此网址没有对应的页面。");
  assertNoEnglish(html, siteTexts);
});

Deno.test("footer - returns to the page with its query", async () => {
  const html = await htmlOf("/lookup?query=x%26y");
  assert.match(html, /name="next" value="\/lookup[^"]*"/);
});

Deno.test("pages, V1 and GeoIP - name a city in China in Chinese if asked to, and in English otherwise", async () => {
  await using app = await testApp({ env: { GEO_EDITION: "city" } });
  const textOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.get(path, { peer: "14.215.177.38", headers });
    return await response.text();
  };
  const page = { accept: "text/html", ...chinese };
  for (const path of ["/", "/14.215.177.38"]) {
    const html = await textOf(path, page);
    assert.match(html, /中国 广东省 广州/);
    assert.doesNotMatch(html, /Guangzhou|Guangdong|China</);
  }
  const english = ["China", "Guangdong", "Guangzhou"];
  const places = {
    "?lang=zh": ["中国", "广东省", "广州"],
    "?lang=en": english,
    "": english,
  };
  const paths = ["/api/v1/", "/api/v1/ip/14.215.177.38", "/14.215.177.38"];
  for (const path of [...paths, "/ip"]) {
    for (const [query, place] of Object.entries(places)) {
      const { geo } = JSON.parse(await textOf(path + query, chinese));
      const found = [geo.country, geo.region_name ?? geo.region, geo.city];
      assert.deepEqual(found, place, path + query);
    }
  }
});
