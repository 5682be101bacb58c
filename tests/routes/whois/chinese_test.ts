import assert from "node:assert/strict";
import { whoisTexts } from "../../../lib/whois/view/texts.ts";
import { englishLeft } from "../../support/english_left.ts";
import { faultsIn, FormClient, pageOf } from "../../support/forms.ts";
import { type WhoisRig, whoisTest } from "./rig.ts";

const chinese = { "accept-language": "zh-CN,zh;q=0.9" };

/** A page in Chinese that contains no English text of the site. */
async function pageIn({ app }: WhoisRig, path: string, status = 200) {
  const answer = await new FormClient(app).get(path, chinese);
  const html = await pageOf(answer, status);
  assert.match(html, /^<!DOCTYPE html><html lang="zh-Hans"/);
  assert.deepEqual(englishLeft(html, whoisTexts), [], path);
  return html;
}

whoisTest("GET /whois - the form in Chinese", async (rig) => {
  const html = await pageIn(rig, "/whois");
  assert.match(html, /<title>Whois 查询 – Porthole<\/title>/);
  assert.match(
    html,
    /<meta name="description" content="查询域名、IP 地址或自治系统的注册信息：/,
  );
  assert.match(html, /<h1>Whois 查询<\/h1>/);
  assert.match(html, /<label for="query">域名、IP 地址或 AS 号<\/label>/);
  assert.match(html, /<button type="submit">查询<\/button>/);
});

whoisTest("GET /whois/{target} - a name in Chinese", async (rig) => {
  const html = await pageIn(rig, "/whois/www.xn--bcher-kva.test");
  assert.match(
    html,
    /<title>www\.xn--bcher-kva\.test – Whois 查询 – Porthole<\/title>/,
  );
  assert(
    html.includes(
      "www.xn--bcher-kva.test 没有单独的注册记录，以下是 xn--bcher-kva.test 的记录。",
    ),
  );
  assert.match(html, /<li[^>]*>已注册 31 年<\/li>/);
  assert.match(html, /<dt>到期时间<\/dt><dd[^>]*>2027-08-13 04:00 UTC<\/dd>/);
  assert.match(html, /<dt>状态<\/dt><dd[^>]*>(?:<[^>]+>)*注册商禁止删除</);
  assert.match(html, /<dt>对象类型<\/dt><dd[^>]*>域名</);
  const headings = html.matchAll(/<h[34]>([^<]*)</g);
  assert.deepEqual([...headings].map(([, text]) => text), [
    "联系人",
    "注册人",
    "滥用投诉联系人",
    "域名服务器",
    "事件",
    "链接",
  ]);
  assert.match(html, /<p class="redaction">注册机构未公开此联系人。<\/p>/);
  assert.match(html, /<summary>原始 RDAP 响应<\/summary>/);
  assert.match(
    html,
    /来源：127\.0\.0\.1（RDAP），获取于 2026-11-21 12:00 UTC。/,
  );
});

whoisTest(
  "GET /whois/{target} - shows an autonomous system in Chinese",
  async (rig) => {
    const html = await pageIn(rig, "/whois/AS64496");
    assert.match(html, /<dt>国家\/地区<\/dt><dd ?>美国（US）<\/dd>/);
    assert.match(html, /<strong>最近变更<\/strong>/);
  },
);

whoisTest("GET /whois/{target} - shows errors in Chinese", async (rig) => {
  const failed = await pageIn(rig, "/whois/loop.test", 422);
  assert.deepEqual(faultsIn(failed), [
    "无法查询注册机构：服务器重定向次数过多。请稍后重试。",
  ]);
  const nothing = await pageIn(rig, "/whois/none.test", 404);
  assert.match(
    nothing,
    /<div class="message message-info" ?>没有 none\.test 的注册记录。</,
  );
  assert.deepEqual(faultsIn(await pageIn(rig, "/whois?query=", 400)), [
    "查询对象为空，请输入地址或域名。",
  ]);
});

whoisTest(
  "GET /whois - says in Chinese that whois is disabled",
  async (rig) => {
    const said = "本站未提供 Whois 查询：运营者没有启用此功能。";
    assert((await pageIn(rig, "/whois")).includes(said));
    assert((await pageIn(rig, "/whois/AS64496", 404)).includes(said));
  },
  { RDAP: "off" },
);

whoisTest(
  "GET /whois/{target}?output=json - stays English",
  async ({ app }) => {
    const path = "/whois/none.test?output=json";
    const answer = await app.get(path, { headers: chinese });
    assert.equal(
      (await answer.json()).error.message,
      "No registration exists for none.test.",
    );
  },
);
