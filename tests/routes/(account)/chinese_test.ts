import assert from "node:assert/strict";
import { parseEmail } from "../../../lib/accounts/account.ts";
import type { Catalogue } from "../../../lib/i18n/language.ts";
import {
  adTexts,
  consoleTexts,
  doneTexts,
} from "../../../lib/accounts/view/console_texts.ts";
import {
  accountTexts,
  sessionTexts,
  signInTexts,
} from "../../../lib/accounts/view/account_texts.ts";
import { testApp } from "../../support/app.ts";
import {
  assertSent,
  faultsIn,
  fieldOf,
  FormClient,
  pageOf,
  password,
  signedUp,
} from "../../support/forms.ts";
import { assertNoEnglish } from "../../support/languages.ts";

const env = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_PAGES: "0" };
const app = await testApp({ env });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const chinese = { "accept-language": "zh-CN,zh;q=0.9" };
const catalogues: Catalogue<object>[] = [
  adTexts,
  consoleTexts,
  doneTexts,
  sessionTexts,
  accountTexts,
  signInTexts,
];

/** Asserts that a page is Chinese, holds these texts and nothing of the English ones. */
async function assertChinese(
  answer: Response,
  texts: readonly string[],
  status = 200,
): Promise<string> {
  const html = await pageOf(answer, status);
  assert.match(html, /^<!DOCTYPE html><html lang="zh-Hans">/);
  for (const text of texts) assert(html.includes(text), text);
  for (const catalogue of catalogues) assertNoEnglish(html, catalogue);
  return html;
}

Deno.test("GET /sign-in - in Chinese", async () => {
  const client = new FormClient(app);
  await assertChinese(await client.get("/sign-in?done=signed-out", chinese), [
    "<title>登录 – Porthole</title>",
    '<meta name="description" content="登录 Porthole 账号。"',
    "<h1>登录</h1>",
    "已退出登录。",
    '<label for="email">邮箱</label>',
    '<label for="password">密码</label>',
    "还没有账号？<a",
  ]);
});

Deno.test("POST /sign-in - errors in Chinese, above the form and beside a field", async () => {
  const client = new FormClient(app);
  const fields = { email: "nobody@example.com", password };
  const refused = await client.post("/sign-in", fields, chinese);
  const html = await assertChinese(refused, ["<h1>登录</h1>"], 401);
  assert.deepEqual(faultsIn(html), [
    "邮箱或密码错误。如果忘记了密码，请联系运营者重设。",
  ]);
  const empty = await pageOf(
    await client.post("/sign-in", { ...fields, email: "" }, chinese),
    400,
  );
  assert.deepEqual(faultsIn(empty), ["请填写此项。"]);
});

Deno.test("GET /sign-up - in Chinese", async () => {
  const client = new FormClient(app);
  await assertChinese(await client.get("/sign-up", chinese), [
    "<title>注册 – Porthole</title>",
    "<h1>注册</h1>",
    "至少 10 个字符。由几个词组成的短语比一串符号更容易记住。",
    "已有账号？<a",
  ]);
});

Deno.test("POST /sign-up - errors in Chinese", async () => {
  const client = new FormClient(app);
  const fields = { email: "short@example.com", password: "short" };
  const answer = await client.post("/sign-up", fields, chinese);
  const html = await assertChinese(answer, ["<h1>注册</h1>"], 400);
  assert.deepEqual(faultsIn(html), ["密码至少 10 个字符。"]);
});

Deno.test("/sign-up - the notice of a closed sign-up in Chinese", async () => {
  await using closed = await testApp({ env: { ...env, SIGN_UP: "closed" } });
  const client = new FormClient(closed);
  const sentence = "本站未开放注册，请联系运营者创建账号。";
  await assertChinese(await client.get("/sign-up", chinese), [sentence]);
  const fields = { email: "new@example.com", password };
  const refused = await client.post("/sign-up", fields, chinese);
  const html = await assertChinese(refused, [sentence], 403);
  assert.deepEqual(faultsIn(html), [sentence]);
});

Deno.test("GET /sign-out - in Chinese", async () => {
  const client = await signedUp(app, "sign-out@example.com");
  await assertChinese(await client.get("/sign-out", chinese), [
    "<title>退出登录 – Porthole</title>",
    "<h1>退出登录</h1>",
    '<button type="submit">退出登录</button>',
  ]);
});

Deno.test("GET /console - in Chinese, without and with a token", async () => {
  const client = await signedUp(app, "console@example.com");
  const empty = await assertChinese(await client.get("/console", chinese), [
    "<title>控制台 – Porthole</title>",
    '<nav class="tabs" aria-label="控制台">',
    ">增加次数</a>",
    "<h1>API 令牌</h1>",
    "<bdi>console@example.com</bdi> · 等级：免费",
    "<h2>新建令牌</h2>",
    "例如使用它的设备或脚本。",
    ">在脚本中使用</h2>",
    "<dt>任意地址</dt>",
  ]);
  const fields = {
    action: "create",
    name: "a",
    version: fieldOf(empty, "version"),
  };
  const created = await client.post("/console", fields, chinese);
  const html = await assertChinese(created, [
    "<dt>这是新令牌。请立即复制，之后不会再显示。</dt>",
    'aria-label="本月请求数"',
    "已用 0 / 100，剩余 100",
    '重置时间：<time datetime="2026-12-01T00:00:00.000Z" title="2026-12-01 00:00 UTC">9天后</time>',
    '创建时间：<time datetime="2026-11-21T12:00:00.000Z" title="2026-11-21 12:00 UTC">刚刚</time>',
    '· <span class="unknown">从未使用</span>',
    "<summary>重命名</summary>",
    "<summary>用新令牌替换</summary>",
    "<summary>吊销</summary>",
    '<a href="/console/ad">观看广告</a>，本月增加 50 次请求；今天还可观看 3 次。',
  ]);
  assert.match(html, /我明白 …[\w-]{4} 会立即失效。/);
  assert.match(html, /我明白 …[\w-]{4} 会立即失效，且无法恢复。/);

  const token = fieldOf(html, "token");
  const refused = await client.post(
    "/console",
    { action: "revoke", token },
    chinese,
  );
  assert.deepEqual(faultsIn(await assertChinese(refused, [], 400)), [
    "请勾选此项后继续。",
  ]);
  const again = await assertChinese(
    await client.post("/console", fields, chinese),
    [],
    409,
  );
  assert.deepEqual(faultsIn(again), [
    "未创建令牌：打开该表单之后，令牌已有变动。令牌只在创建后显示一次。",
  ]);
});

Deno.test("GET /console - inactive tokens in Chinese", async () => {
  const client = await signedUp(app, "asleep@example.com");
  const email = parseEmail("asleep@example.com");
  const account = await app.services.accounts.byEmail(email!);
  const by = { name: "command line", accountId: null };
  await app.services.accounts.setTier(account!.id, "vip", null, by);
  for (const name of ["a", "b"]) {
    await app.services.tokens.create(account!.id, { name, replaces: null });
  }
  await app.services.accounts.setTier(account!.id, "standard", null, by);
  const html = await assertChinese(await client.get("/console", chinese), [
    " · 等级：标准",
    "已用 0 / 1,000，剩余 1,000",
  ]);
  assert.equal(html.split("<p>未激活：当前等级允许的令牌数较少。").length, 2);
});

Deno.test("/console/ad - in Chinese, from the offer to the last ad of the day", async () => {
  const client = await signedUp(app, "ad@example.com");
  await assertChinese(await client.get("/console/ad", chinese), [
    "<title>增加次数 – Porthole</title>",
    "<h1>增加请求次数</h1>",
    '广告增加的是令牌的请求次数。<a href="/console">请先创建令牌</a>',
  ]);
  await pageOf(await client.post("/console", { action: "create", name: "a" }));
  await assertChinese(await client.get("/console/ad", chinese), [
    "观看广告 15 秒，令牌本月可增加 50 次请求。今天还可观看 3 次。",
    ">显示广告</button>",
  ]);
  const show = () => client.post("/console/ad", { action: "show" }, chinese);
  const shown = await assertChinese(await show(), [
    "<h2>搭建自己的 Porthole</h2>",
    "请等待 15 秒，然后在 10 分钟内点击：",
    ">增加 50 次请求</button>",
  ]);
  const fields = { action: "redeem", ticket: fieldOf(shown, "ticket") };
  const early = await client.post("/console/ad", fields, chinese);
  assert.deepEqual(faultsIn(await assertChinese(early, [], 409)), [
    "时间未到，请在 15 秒后再点击。",
  ]);
  for (let i = 0; i < 3; i++) {
    const ticket = fieldOf(await pageOf(await show()), "ticket");
    app.clock.now += 15_000;
    await assertSent(
      await client.post("/console/ad", { action: "redeem", ticket }),
      "/console?done=ad",
    );
  }
  const noneLeft = "今天的广告已看完，请在 00:00 UTC 之后再来。";
  await assertChinese(await client.get("/console/ad", chinese), [noneLeft]);
  await assertChinese(await client.get("/console?done=ad", chinese), [
    "额外的请求次数已计入本月配额。",
    noneLeft,
  ]);
});

Deno.test("/console/ad - the title of the operator's ad in Chinese", async () => {
  const folder = await Deno.makeTempDir();
  const AD_HTML_FILE = `${folder}/ad.html`;
  await Deno.writeTextFile(AD_HTML_FILE, "<p>An ad.</p>");
  try {
    await using own = await testApp({ env: { ...env, AD_HTML_FILE } });
    const client = await signedUp(own);
    await pageOf(
      await client.post("/console", { action: "create", name: "a" }),
    );
    await assertChinese(
      await client.post("/console/ad", { action: "show" }, chinese),
      ['src="/console/ad/frame" title="广告"'],
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("GET /console/sessions - in Chinese", async () => {
  const email = "sessions@example.com";
  const client = await signedUp(app, email, { peer: "203.0.113.7", agent: "" });
  const other = new FormClient(app);
  await assertSent(
    await other.post("/sign-in", { email, password }),
    "/console",
  );
  const path = "/console/sessions?done=session";
  await assertChinese(await other.get(path, chinese), [
    "<title>会话 – Porthole</title>",
    "<h1>会话</h1>",
    "该会话已结束。",
    'aria-label="已登录的会话"',
    ">客户端</th>",
    'data-label="最近活动"',
    '<bdi title="">未知</bdi>',
    "<strong>当前会话</strong>",
    'aria-label="结束来自 203.0.113.7 的会话"',
    "结束其他所有会话",
  ]);
  const refused = await client.post("/console/sessions", {}, chinese);
  const html = await assertChinese(refused, [], 400);
  assert.deepEqual(faultsIn(html), ["没有这个操作，请刷新页面后重试。"]);
});

Deno.test("/console/account - in Chinese, with its errors", async () => {
  const client = await signedUp(app, "account@example.com");
  const path = "/console/account";
  await assertChinese(await client.get(`${path}?done=email`, chinese), [
    "<title>账号 – Porthole</title>",
    "<h1>账号</h1>",
    "邮箱已更改。",
    '<label for="password-current">当前密码</label>',
    "至少 10 个字符。更改后，其他所有会话都会退出。",
    ">更改密码</button>",
    ">更改邮箱</button>",
    "我明白令牌会失效，账号数据无法恢复。",
    ">删除账号</button>",
  ]);
  const refused = await client.post(path, {
    action: "password",
    current: "not it at all",
    next: "another long password",
  }, chinese);
  const html = await assertChinese(refused, [], 401);
  assert.deepEqual(faultsIn(html), ["当前密码错误。"]);
});
