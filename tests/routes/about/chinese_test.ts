import assert from "node:assert/strict";
import { aboutTexts } from "../../../lib/docs/view/about.ts";
import { testApp } from "../../support/app.ts";
import { englishLeft } from "../../support/english_left.ts";
import { FormClient, pageOf } from "../../support/forms.ts";

Deno.test("GET /about - is fully in Chinese", async () => {
  await using app = await testApp();
  const client = new FormClient(app);
  const answer = await client.get("/about", { "accept-language": "zh-CN" });
  const html = await pageOf(answer);
  assert.match(html, /<html lang="zh-Hans"/);
  assert.match(html, /<title>关于 – Porthole<\/title>/);
  assert.match(html, /<meta name="description" content="本服务的版本、/);
  assert.deepEqual(englishLeft(html, aboutTexts), []);
  const headings = html.matchAll(/<h[12]>([^<]*)</g);
  assert.deepEqual([...headings].map(([, text]) => text), [
    "关于",
    "正在使用的数据库",
    "随程序附带的数据",
    "第三方软件",
  ]);
  assert.match(html, /<td +role="cell" data-label="数据">自治系统<\/td>/);
  assert.match(html, /· 自治系统, \d{4}-\d\d-\d\d, CC-BY-4\.0/);
  assert(!html.includes("Autonomous systems"));
  assert.match(html, />世界地图<\/td>.*?>公有领域<\/td>/);
  assert.match(html, />保留地址段<\/td>.*?>公开事实<\/td>/);
});
