import assert from "node:assert/strict";
import { egressTexts } from "../../../lib/egress/view/texts.ts";
import { testApp } from "../../support/app.ts";
import { browserTest as test } from "../../support/browser.ts";
import { englishLeft } from "../../support/english_left.ts";
import { CLIENT_V4, egressSite, errorsOf, statesIn } from "./egress_site.ts";

Deno.test("GET /egress - sends its texts once, in one language", async () => {
  await using app = await testApp();
  const html = await (await app.get("/egress")).text();
  const [, data] = /<script[^>]* id="fresh:island">(.*?)<\/script>/s
    .exec(html)!;
  assert.equal(data.split("Your browser offers no address").length - 1, 1);
  assert.doesNotMatch(data, /\p{Script=Han}/u);
});

test("egress page - runs in Chinese, including the export", async (browser) => {
  await using site = await egressSite();
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ locale: "zh-CN", permissions });
  const page = await context.newPage();
  const errors = errorsOf(page);
  await page.goto(`${site.main}/egress`);
  await page.getByRole("button", { name: "开始", exact: true }).click();
  await page.getByRole("status").getByText(/^已完成。\S/)
    .waitFor({ timeout: 60_000 });
  const states = await statesIn(page, "出口地址与解析器");
  assert.equal(states["IPv4 出口"], "已获取");
  assert.equal("DNS 解析器" in states, false);
  const place = page.locator("tbody tr", { hasText: CLIENT_V4 }).first();
  assert.match(await place.textContent() ?? "", /美国/);

  await page.getByRole("button", { name: "复制为文本" }).click();
  await page.getByText("已复制。").waitFor();
  const copied: string = await page.evaluate("navigator.clipboard.readText()");
  assert.match(
    copied,
    /^未发现泄漏。未测试：DNS、WebRTC。\n- IPv4：.*\n[^]*\n泄漏检测报告，.* UTC\n/,
  );
  const html = await page.locator("main").innerHTML();
  assert.deepEqual(englishLeft(html, egressTexts), []);
  assert.deepEqual(errors, []);
  await context.close();
});
