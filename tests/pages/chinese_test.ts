import assert from "node:assert/strict";
import { type ComponentChildren, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { DataStatus } from "../../components/admin/DataStatus.tsx";
import { ScanStep } from "../../components/lookup/ScanTable.tsx";
import { LanguageProvider } from "../../components/ui/language.ts";
import { parseEmail } from "../../lib/accounts/account_record.ts";
import {
  accountTexts,
  adTexts,
  consoleTexts,
  doneTexts,
  sessionTexts,
  signInTexts,
} from "../../lib/accounts/view/texts.ts";
import {
  adminAccountTexts,
  adminBanTexts,
  adminDoneTexts,
  adminFieldTexts,
  adminMemberTexts,
  adminTexts,
  auditTexts,
} from "../../lib/admin/view/texts.ts";
import {
  adminAnalyticsTexts,
  analyticsFailureTexts,
} from "../../lib/analytics/view/texts.ts";
import { DnsError } from "../../lib/dns/errors.ts";
import { aboutTexts } from "../../lib/docs/view/texts.ts";
import { egressPageTexts, egressTexts } from "../../lib/egress/view/texts.ts";
import type { Catalogue } from "../../lib/i18n/language.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { HOME_FIELD_NAMES } from "../../lib/ipinfo/view/home_fields.ts";
import { homeFieldTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { LookupDeps } from "../../lib/lookup/lookup_deps.ts";
import { lookupTexts } from "../../lib/lookup/view/texts.ts";
import { whoisTexts } from "../../lib/whois/view/texts.ts";
import { desert, site as visited } from "../lib/analytics/site.ts";
import {
  ANN,
  element,
  openAdmin,
  PEER,
} from "../routes/(account)/admin/fixture.ts";
import { shownIn } from "../routes/egress/shown.ts";
import { lookupTest as test } from "../routes/lookup/fixture.ts";
import { whoisTest } from "../routes/whois/fixture.ts";
import { testApp } from "../support/app.ts";
import { englishLeft } from "../support/english_left.ts";
import {
  assertSent,
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
  password,
  signedUp,
} from "../support/forms.ts";
import {
  UMAMI_PASSWORD,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../support/umami_server.ts";
import { openSite } from "./site.ts";

const catalogues: Catalogue<unknown>[] = [
  ...[aboutTexts, accountTexts, adminAccountTexts, adminAnalyticsTexts],
  ...[adminBanTexts, adminDoneTexts, adminFieldTexts, adminMemberTexts],
  ...[adminTexts, adTexts, analyticsFailureTexts, auditTexts],
  ...[consoleTexts, doneTexts, egressPageTexts, egressTexts, homeFieldTexts],
  ...[lookupTexts, sessionTexts, signInTexts, siteTexts, whoisTexts],
];
const chinese = { "accept-language": "zh-CN,zh;q=0.9" };

/** A page in one of its states, and what it contains. */
type Row = [
  path: string,
  texts: readonly (string | RegExp)[],
  more?: {
    /** Sent by POST. */
    form?: Record<string, string>;
    status?: number;
    /** All of the page, above its form or beside a field. */
    errors?: string[];
  },
];

/** Asserts that a page is in Chinese and contains no English text of any page. */
function assertChinese(html: string, path: string) {
  assert.match(html, /^<!DOCTYPE html><html lang="zh-Hans">/, path);
  for (const catalogue of catalogues) {
    assert.deepEqual(englishLeft(html, catalogue), [], path);
  }
}

/** Asserts what a row says. Returns the page. */
async function assertPage(
  client: FormClient,
  [path, texts, { form, status, errors } = {}]: Row,
): Promise<string> {
  const html = await pageOf(
    await (form ? client.post(path, form, chinese) : client.get(path, chinese)),
    status,
  );
  assertChinese(html, path);
  for (const text of texts) {
    if (typeof text === "string") assert(html.includes(text), text);
    else assert.match(html, text);
  }
  if (errors) assert.deepEqual(errorsIn(html), errors, path);
  return html;
}

async function assertPages(client: FormClient, rows: readonly Row[]) {
  for (const row of rows) await assertPage(client, row);
}

/** Three words in a row are English; names, addresses and codes are not. */
const ENGLISH = /\b[A-Za-z]+ [a-z]{2,} [a-z]{2,}\b/;

type Admin = Awaited<ReturnType<typeof openAdmin>>;

/** Asserts pages of the administrator, and that not even their data reads as English. */
async function assertAdmin(
  { app, root }: Admin,
  ...rows: readonly Row[]
): Promise<string> {
  const client = new FormClient(app, { peer: PEER });
  client.cookies.set("porthole_session", root.session);
  let html = "";
  for (const row of rows) {
    html = await assertPage(client, row);
    const panel = element(html, '<nav class="tabs"', "</section>") +
      element(html, '<section class="panel">', "</main>");
    // What was typed in, and what a preview shows of an address, is data; attributes
    // without a value are no sentence.
    const own = panel.replace(
      /<(code|bdi)\b[^>]*>.*?<\/\1>|<dl class="rows">.*?<\/dl>| (?:autofocus|checked|required)(?=[ >])/gs,
      "",
    );
    assert.equal(ENGLISH.exec(own)?.[0], undefined);
  }
  return html;
}

/** The words of a part of a page, without its markup. */
function words(html: string, start: string, end: string): string {
  return element(html, start, end).replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ").trim();
}

function matches(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, text]) => text);
}

const env = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_PAGES: "0" };
const app = await testApp({ env });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("pages - none has English texts in Chinese, in any of its states", async () => {
  await using site = await openSite();
  for (const page of site.pages) {
    const html = await (await site.get(page, "zh")).text();
    assertChinese(html, page.name);
  }
});

Deno.test("/about - in Chinese", async () => {
  const html = await assertPage(new FormClient(app), ["/about", [
    "<title>关于 – Porthole</title>",
    '<meta name="description" content="本服务的版本、',
    /<td +role="cell" data-label="数据">自治系统<\/td>/,
    "<p>位置根据注册信息和路由数据估算，并不精确。</p>",
    '<p class="credits">数据： <a href="https://db-ip.com">db-ip.com</a> · ',
    />世界地图<\/td>.*?>公有领域<\/span>/,
    />保留地址段<\/td>.*?>公开事实<\/span>/,
  ]]);
  assert.deepEqual(matches(html, /<h[12]>([^<]*)</g), [
    ...["关于", "正在使用的数据库", "随程序附带的数据", "第三方软件"],
  ]);
  assert(!html.includes("Autonomous systems"));
});

Deno.test("/docs - in Chinese", async () => {
  const client = new FormClient(app);
  await assertPage(client, ["/docs/public-ip", [
    "<title>公网 IP – API 文档 – Porthole</title>",
    '<meta name="description" content="',
    "<h1>公网 IP</h1>",
    /aria-label="试一试 GET \/country"[^>]*>试一试<\/a>/,
    /<li\s*>429/,
  ]]);
  await assertPage(client, ["/docs/leak-test", [
    '<p class="message">本站未启用：一律返回 404。</p>',
  ]]);
  await assertPage(client, ["/docs/v2", [/<li\s*>429 配额用尽<\/li>/]]);
  await assertPage(client, ["/docs", [
    "<title>API 文档 – Porthole</title>",
    '<meta name="description" content="本服务器的全部接口：',
    "<h1>API 文档</h1>",
    '<h2 id="public-ip-title"><a href="/docs/public-ip">公网 IP</a></h2>',
    '<h2 id="tokens-title">令牌与配额</h2>',
    "通过 <code>Authorization: Bearer TOKEN</code> 或 <code>X-API-Key: TOKEN</code> 发送",
    '会员可在<a href="/console">控制台</a>创建令牌。',
    "<span>某个地址或域名的 GeoIP 对象。</span>",
  ]]);
});

Deno.test("/egress - in Chinese", async () => {
  await using app = await testApp({
    env: { EGRESS_SITES: "https://site.test/ip" },
  });
  const client = new FormClient(app, { peer: "8.8.4.4" });
  const html = await assertPage(client, ["/egress", [
    "<title>泄漏检测 – Porthole</title>",
    '<meta name="description" content="看看哪些流量绕过了 VPN',
  ]]);
  for (
    const text of [
      "看看哪些流量绕过了 VPN",
      '你的请求来自 <a href="/8.8.4.4">8.8.4.4</a>。',
      "检测只访问本服务器和运营者添加的服务器。",
      "结果因网络和浏览器而异",
      "本服务器未提供：IPv4 出口、",
    ]
  ) assert(shownIn(html).includes(text), text);
});

test("/lookup - in Chinese, with every mode and its errors", async ({ app }) => {
  const client = new FormClient(app);
  await assertPages(client, [
    ["/lookup", [
      "<title>DNS 查询 – Porthole</title>",
      '<meta name="description" content="查询 DNS 记录与反向解析、扫描网段，并检索本服务器收录的名称。"',
      '<label for="query">查询内容</label>',
      '<button type="submit">查询</button>',
      "<legend>匹配方式</legend>",
      "<strong>反向解析：</strong>输入一个 IPv4 或 IPv6 地址。",
    ]],
    ["/lookup/www.example.test", [
      "<title>www.example.test 的 DNS 记录 – Porthole</title>",
      /<p>找到 \d+ 条结果，用时 \d+ 毫秒；由 [^<]+ 应答。<\/p>/,
      "<h3>途经的别名</h3>",
      /<td +role="cell" data-label="TTL">300 秒<\/td>/,
    ]],
    ["/lookup/192.0.2.1?dns_type=rdns_lookup", [
      "<bdi>192.0.2.1 的反向解析</bdi>",
      /<td +role="cell" data-label="能否解析回该地址">能<\/td>/,
    ]],
    ["/lookup/192.0.2.0/29?dns_type=ip_domains", [
      "<bdi>192.0.2.0/29 对应的域名</bdi>",
      /<td +role="cell" data-label="来源">反向解析<\/td>/,
    ]],
    ["/lookup/mail?dns_type=rdns_pattern", [
      "<bdi>含“mail”的主机名</bdi>",
      /<th +role="columnheader" scope="col">首次发现<\/th>/,
    ]],
    ["/lookup/nothing?dns_type=cname_pattern", [
      "本服务器的索引中没有匹配的名称",
    ]],
    ["/lookup/192.0.2.1?dns_type=dnsbl", [
      "<bdi>DNS 黑名单中的 192.0.2.1</bdi>",
      /<td +role="cell" data-label="结果">已收录<\/td>/,
      "&lt;b>spam&lt;/b>",
    ]],
    ["/lookup?dns_type=dns_lookup&query=192.0.2.1", [
      '你是不是要找：<a href="/lookup/192.0.2.1?dns_type=rdns_lookup">反向解析</a>',
    ], { status: 400, errors: ["DNS 查询需要域名，不能是地址。"] }],
  ]);
  const scan = await assertPage(client, ["/lookup/192.0.2.0/29", [
    "<title>网段 192.0.2.0/29 内的主机名 – Porthole<",
    '<table class="table scan" role="table" aria-label="主机名" id="result-tables">',
    /role="status">在 8 个地址中找到 4 条结果，用时 \d+ 毫秒/,
  ]]);
  assert.deepEqual(
    new Set(matches(scan, /<td role="cell" data-label="([^"]*)"/g)),
    new Set(["地址", "主机名"]),
  );
});

/** A client that gets no response. */
const client: LookupDeps["client"] = {
  isValidating: () => Promise.resolve(null),
  query: () => Promise.reject(new DnsError("timeout", "nobody answered")),
  async *queryPtr(ips) {
    for await (const ip of ips) yield { ip, names: null };
  },
};

test(
  "/lookup - a failure in Chinese, before and after the rows",
  ({ app }) =>
    assertPages(new FormClient(app), [
      ["/lookup/slow.example", [], {
        status: 422,
        errors: ["DNS 服务器未及时应答，请稍后重试。"],
      }],
      ["/lookup/192.0.2.0/29", [], {
        errors: ["DNS 服务器出错或没有应答，请稍后重试。"],
      }],
    ]),
  { client },
);

test("/lookup?output=json - stays English", async ({ app }) => {
  const jsonOf = async (path: string) =>
    await (await app.get(path, { headers: chinese })).json();
  const { summary } = await jsonOf("/lookup/192.0.2.1?output=json");
  assert.equal(summary.title, "Names of 192.0.2.1");
  const { error } = await jsonOf("/lookup/?output=json");
  assert.equal(error.message, "Enter what to look up.");
});

whoisTest("/whois - in Chinese, with its errors", async ({ app }) => {
  const client = new FormClient(app);
  const loops = "无法查询注册机构：服务器重定向次数过多。请稍后重试。";
  const empty = "查询对象为空，请输入地址或域名。";
  const name = "xn--bcher-kva.test";
  await assertPages(client, [
    ["/whois", [
      "<title>Whois 查询 – Porthole</title>",
      '<meta name="description" content="查询域名、IP 地址或自治系统的注册信息：',
      "<h1>Whois 查询</h1>",
      '<label for="query">域名、IP 地址、AS 号或注册编号</label>',
      '<button type="submit">查询</button>',
    ]],
    ["/whois/AS64496", [
      /<dt>国家\/地区<\/dt><dd ?>美国（US）<\/dd>/,
      "<strong>最近变更</strong>",
    ]],
    ["/whois/loop.test", [], { status: 422, errors: [loops] }],
    ["/whois/none.test", [
      /<div class="message message-info" ?>注册机构没有 none\.test 的注册记录。</,
    ], { status: 404 }],
    ["/whois?query=", [], { status: 400, errors: [empty] }],
  ]);
  const html = await assertPage(client, [`/whois/www.${name}`, [
    `<title>www.${name} – Whois 查询 – Porthole</title>`,
    `www.${name} 没有单独的注册记录，以下是 ${name} 的记录。`,
    /<li[^>]*>已注册 31 年<\/li>/,
    /<dt>到期时间<\/dt><dd[^>]*>2027-08-13 04:00 UTC<\/dd>/,
    /<dt>状态<\/dt><dd[^>]*>(?:<[^>]+>)*注册商禁止删除</,
    /<dt>对象类型<\/dt><dd[^>]*>域名</,
    '<p class="redaction">此联系人的信息未公开。</p>',
    "<summary>原始 RDAP 响应</summary>",
    "来源：127.0.0.1（RDAP），获取于 2026-11-21 12:00 UTC。",
  ]]);
  assert.deepEqual(matches(html, /<h[34]>([^<]*)</g), [
    ...["联系人", "注册人", "滥用投诉联系人", "域名服务器", "事件", "备注"],
    ...["Note", "注册机构未公开的内容", "链接", "Terms of Use"],
  ]);
  const json = await app.get("/whois/none.test?output=json", {
    headers: chinese,
  });
  assert.equal(
    (await json.json()).error.message,
    "The registry has no registration of none.test.",
  );
});

whoisTest("/whois - says in Chinese that whois is disabled", ({ app }) => {
  const message = "本站未提供 Whois 查询：运营者停用了此功能。";
  return assertPages(new FormClient(app), [
    ["/whois", [message]],
    ["/whois/AS64496", [message], { status: 404 }],
  ]);
}, { WHOIS: "off" });

Deno.test("ScanStep, DataStatus - in Chinese", () => {
  const htmlIn = (value: "en" | "zh", children: ComponentChildren) =>
    renderToString(h(LanguageProvider, { value, children }));
  assert.equal(
    htmlIn("zh", h(ScanStep, { rows: [], scanned: 1024, total: 4096 })),
    '<tbody class="progress"><tr><td colspan="2">已扫描 1,024 / 4,096 个地址</td></tr></tbody>',
  );
  const file = {
    ...{ name: "tor-exits", isInUse: true, isOld: false, needs: [] },
    ...{ builtAt: 0, checkedAt: 0, nextAt: 0 },
    failure: { code: "rejected" as const, reason: "a.example responded 403" },
  };
  const contact = {
    ...{ ...file, name: "bgptools-vpn", isInUse: false, failure: null },
    needs: ["MAXMIND_ACCOUNT_ID", "MAXMIND_LICENSE_KEY"],
  };
  const faulty = {
    ...{ ...file, name: "Autonomous systems", isOld: true, failure: null },
    isFaulty: true as const,
  };
  const files = [file, contact, faulty];
  const status = () =>
    h(DataStatus, { files, isUpdating: false, canUpdate: true });
  const zh = htmlIn("zh", status());
  assert.match(zh, /class="bad">其服务器拒绝下载</);
  assert.match(zh, /class="warn">制作者称其中有错误</);
  assert.match(zh, /需要设置 MAXMIND_ACCOUNT_ID 和 MAXMIND_LICENSE_KEY</);
  const text = zh.replace(/<[^>]*>/g, " ");
  assert.equal(/responded|needs|\band\b/.test(text), false);
  const en = htmlIn("en", status());
  assert.match(en, /class="bad">Its server refuses the download</);
  assert.match(en, /class="warn">has errors, says its maker</);
  assert.match(en, /needs MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY</);
});

Deno.test("/sign-in, /sign-up, /sign-out - in Chinese, with their errors", async () => {
  const email = "nobody@example.com";
  const wrong = "邮箱或密码错误。如果忘记了密码，请联系运营者重设。";
  await assertPages(new FormClient(app), [
    ["/sign-in?done=signed-out", [
      "<title>登录 – Porthole</title>",
      '<meta name="description" content="登录 Porthole 账号。"',
      "<h1>登录</h1>",
      "已退出登录。",
      '<label for="email">邮箱</label>',
      '<label for="password">密码</label>',
      "还没有账号？<a",
    ]],
    ["/sign-in", ["<h1>登录</h1>"], {
      ...{ form: { email, password }, status: 401, errors: [wrong] },
    }],
    ["/sign-in", [], {
      form: { email: "", password },
      ...{ status: 400, errors: ["请填写此项。"] },
    }],
    ["/sign-up", [
      "<title>注册 – Porthole</title>",
      "<h1>注册</h1>",
      "至少 10 个字符。由几个词组成的短语比一串符号更容易记住。",
      "已有账号？<a",
    ]],
    ["/sign-up", ["<h1>注册</h1>"], {
      form: { email: "short@example.com", password: "short" },
      ...{ status: 400, errors: ["密码至少 10 个字符。"] },
    }],
  ]);
  await assertPage(await signedUp(app, "sign-out@example.com"), ["/sign-out", [
    "<title>退出登录 – Porthole</title>",
    "<h1>退出登录</h1>",
    '<button type="submit">退出登录</button>',
  ]]);
  await using closed = await testApp({ env: { ...env, SIGN_UP: "closed" } });
  const form = { email: "new@example.com", password };
  const sentence = "本站未开放注册，请联系运营者创建账号。";
  await assertPages(new FormClient(closed), [
    ["/sign-up", [sentence]],
    ["/sign-up", [sentence], { form, status: 403, errors: [sentence] }],
  ]);
});

Deno.test("/console - in Chinese, without and with a token", async () => {
  const client = await signedUp(app, "console@example.com");
  const empty = await assertPage(client, ["/console", [
    "<title>控制台 – Porthole</title>",
    '<nav class="tabs" aria-label="控制台">',
    ">增加次数</a>",
    "<h1>API 令牌</h1>",
    "<bdi>console@example.com</bdi> · 等级：免费",
    "<h2>新建令牌</h2>",
    "例如使用它的设备或脚本。",
    ">在脚本中使用</h2>",
    "<dt>任意地址</dt>",
  ]]);
  const version = fieldOf(empty, "version");
  const form = { action: "create", name: "a", version };
  const html = await assertPage(client, ["/console", [
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
    /我明白 …[\w-]{4} 会立即失效。/,
    /我明白 …[\w-]{4} 会立即失效，且无法恢复。/,
  ], { form }]);
  await assertPages(client, [
    ["/console", [], {
      form: { action: "revoke", token: fieldOf(html, "token") },
      ...{ status: 400, errors: ["请勾选此项后继续。"] },
    }],
    ["/console", [], {
      form,
      status: 409,
      errors: [
        "未创建令牌：打开该表单之后，令牌已有变动。令牌只在创建后显示一次。",
      ],
    }],
  ]);
});

Deno.test("/console - inactive tokens in Chinese", async () => {
  const email = "inactive@example.com";
  const client = await signedUp(app, email);
  const { accounts, tokens } = app.services;
  const { id } = (await accounts.byEmail(parseEmail(email)!))!;
  const by = { name: "command line", accountId: null };
  await accounts.setTier(id, "vip", null, by);
  for (const name of ["a", "b"]) {
    await tokens.create(id, { name, replaces: null });
  }
  await accounts.setTier(id, "standard", null, by);
  const html = await assertPage(client, ["/console", [
    " · 等级：标准",
    "已用 0 / 1,000，剩余 1,000",
  ]]);
  assert.equal(html.split("<p>未激活：当前等级允许的令牌数较少。").length, 2);
});

Deno.test("/console/ad - in Chinese, from the offer to the last ad of the day", async () => {
  await using app = await testApp({ env });
  const client = await signedUp(app);
  const path = "/console/ad";
  await assertPage(client, [path, [
    "<title>增加次数 – Porthole</title>",
    "<h1>增加请求次数</h1>",
    '广告增加的是令牌的请求次数。<a href="/console">请先创建令牌</a>',
  ]]);
  await pageOf(await client.post("/console", { action: "create", name: "a" }));
  const form = { action: "show" };
  const shown = await assertPage(client, [path, [
    "<h2>搭建自己的 Porthole</h2>",
    "请等待 15 秒，然后在 10 分钟内点击：",
    ">增加 50 次请求</button>",
  ], { form }]);
  await assertPages(client, [
    [path, [
      "观看广告 15 秒，令牌本月可增加 50 次请求。今天还可观看 3 次。",
      ">显示广告</button>",
    ]],
    [path, [], {
      form: { action: "redeem", ticket: fieldOf(shown, "ticket") },
      ...{ status: 409, errors: ["时间未到，请在 15 秒后再点击。"] },
    }],
  ]);
  for (let i = 0; i < 3; i++) {
    const html = await assertPage(client, [path, [], { form }]);
    app.clock.now += 15_000;
    const ticket = fieldOf(html, "ticket");
    await assertSent(
      await client.post(path, { action: "redeem", ticket }),
      "/console?done=ad",
    );
  }
  const noneLeft = "今天的广告已看完，请在 00:00 UTC 之后再来。";
  await assertPages(client, [
    [path, [noneLeft]],
    ["/console?done=ad", ["额外的请求次数已计入本月配额。", noneLeft]],
  ]);
});

Deno.test("/console/ad - the title of the operator's ad in Chinese", async () => {
  const AD_HTML_FILE = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(AD_HTML_FILE, "<p>An ad.</p>");
  try {
    await using app = await testApp({ env: { ...env, AD_HTML_FILE } });
    const client = await signedUp(app);
    const create = { action: "create", name: "a" };
    await pageOf(await client.post("/console", create));
    await assertPage(client, ["/console/ad", [
      'src="/console/ad/frame" title="广告"',
    ], { form: { action: "show" } }]);
  } finally {
    await Deno.remove(AD_HTML_FILE);
  }
});

Deno.test("/console/sessions - in Chinese", async () => {
  const email = "sessions@example.com";
  const client = await signedUp(app, email, { peer: "203.0.113.7", agent: "" });
  const other = new FormClient(app);
  await assertSent(
    await other.post("/sign-in", { email, password }),
    "/console",
  );
  await assertPage(other, ["/console/sessions?done=session", [
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
  ]]);
  await assertPage(client, ["/console/sessions", [], {
    ...{ form: {}, status: 400 },
    errors: ["没有这个操作，请刷新页面后重试。"],
  }]);
});

Deno.test("/console/account - in Chinese, with its errors", async () => {
  const client = await signedUp(app, "account@example.com");
  const form = {
    action: "password",
    current: "not it at all",
    next: "another long password",
  };
  await assertPages(client, [
    ["/console/account?done=email", [
      "<title>账号 – Porthole</title>",
      "<h1>账号</h1>",
      "邮箱已更改。",
      '<label for="password-current">当前密码</label>',
      "至少 10 个字符。更改后，其他所有会话都会退出。",
      ">更改密码</button>",
      ">更改邮箱</button>",
      "我明白令牌会失效，账号数据无法恢复。",
      ">删除账号</button>",
    ]],
    ["/console/account", [], { form, status: 401, errors: ["当前密码错误。"] }],
  ]);
});

Deno.test("/admin, /admin/audit - in Chinese", async () => {
  await using admin = await openAdmin();
  await assertAdmin(admin, ["/admin/audit", ["暂无记录。"]]);
  await admin.post(admin.pageOf(admin.ann), {
    action: "tier",
    tier: "standard",
  });
  const overview = await assertAdmin(admin, ["/admin", [
    "<title>管理后台 – Porthole</title>",
    '<meta name="description" content="本站的运行概况。"',
    '<nav class="tabs" aria-label="管理后台">',
    "<h1>管理后台</h1>",
    "<strong>2</strong> 会员</a>",
    `</strong> 访客可见字段（共 ${HOME_FIELD_NAMES.length} 个）</a>`,
    "<h2>最近操作</h2>",
    ">设置等级</td>",
    "<bdi>标准</bdi>",
  ]]);
  assert.equal(
    words(overview, '<nav class="tabs"', "</nav>"),
    "概览 会员 封禁 字段 访问统计 审计日志",
  );
  const audit = await assertAdmin(admin, ["/admin/audit", [
    "<title>审计日志 – Porthole</title>",
    "<h1>审计日志</h1>",
    'aria-label="管理员与命令行的操作记录"',
  ]]);
  assert.equal(
    words(audit, "<thead", "</thead>"),
    "时间 操作者 操作 对象 详情",
  );
  const refused = await admin.send(admin.ann, "/admin", { headers: chinese });
  assert.equal(refused.status, 403);
  assert(refused.html.includes("此页面仅供管理员使用。"));
  assertChinese(refused.html, "/admin");
  assert(!refused.html.includes("Only administrators can open this page."));
});

Deno.test("/admin/members - in Chinese", async () => {
  await using admin = await openAdmin();
  const path = "/admin/members";
  const html = await assertAdmin(admin, [`${path}?done=deleted`, [
    "<title>会员 – Porthole</title>",
    "账号及其令牌、会话均已删除。",
    ">按邮箱地址搜索</label>",
    ">搜索</button>",
    "免费 · 管理员",
  ]]);
  assert.equal(
    words(html, "<thead", "</thead>"),
    "邮箱地址 状态 令牌 注册时间",
  );
  await assertAdmin(admin, [`${path}?q=nobody`, ["没有匹配的邮箱地址。"]]);
  for (let i = 0; i < 49; i++) await admin.addAccount(`m${i}@example.com`);
  await assertAdmin(
    admin,
    [path, [">更多会员</a>"]],
    [`${path}?after=zzz`, ['aria-label="分页"', ">第一页</a>"]],
  );
});

Deno.test("/admin/members/[id] - in Chinese, with its errors, in each status of the account", async () => {
  await using admin = await openAdmin();
  const path = admin.pageOf(admin.ann);
  const own = admin.pageOf(admin.root);
  const refused = (
    form: Record<string, string>,
    text: string,
    status = 400,
  ): Row => [path, [text], { form, status }];
  await assertAdmin(
    admin,
    [path, [
      `<title>${ANN} – Porthole</title>`,
      '免费 · 注册于 <time datetime="',
      "<h2>等级</h2>",
      "<legend>每个令牌的 V2 请求配额</legend>",
      "免费：每月 100 次",
      "按令牌计算，仅对 VIP 生效。",
      "<h2>API 令牌</h2>",
      ">从未使用</span>",
      'aria-label="本月用量"',
      `aria-label="吊销以 ${admin.ann.token.slice(-4)} 结尾的令牌"`,
      ">设置密码</button>",
      ">停用账号</button>",
      ">设为管理员</button>",
      "<h2>删除账号</h2>",
    ]],
    refused(
      { action: "tier", tier: "gold" },
      "tier 须为以下之一：free、standard、vip。",
    ),
    refused(
      { action: "tier", tier: "vip", vipQuota: "x" },
      "配额须为 0 至 1000000000 的整数。",
    ),
    refused({ action: "password", password: "short" }, "密码至少 10 个字符。"),
    refused({ action: "delete" }, "请勾选此项后继续。"),
    refused({ action: "fly" }, "没有这个操作，请刷新页面后重试。"),
    [own, ["不能停用自己的账号。"], {
      ...{ form: { action: "disable" }, status: 409 },
    }],
  );
  await admin.post(path, { action: "tier", tier: "vip", vipQuota: "7000" });
  await admin.post(path, { action: "admin" });
  await admin.post(path, { action: "disable" });
  await assertAdmin(
    admin,
    [`${path}?done=disabled`, [
      "VIP，每月 7,000 次 · 管理员 · 已停用",
      "账号已停用：会话已全部结束，令牌不再可用。",
      ">启用账号</button>",
      "该会员是管理员，撤销权限后仍为普通会员。",
    ]],
    [own, [
      "这是你自己的账号，只有其他管理员才能停用。",
      "你是管理员，只有其他管理员才能撤销你的权限。",
    ]],
  );
});

Deno.test("/admin/bans - in Chinese, empty and filled, with its errors", async () => {
  await using admin = await openAdmin();
  const path = "/admin/bans";
  const ban = { action: "ban", cidr: "198.51.100.0/24", reason: "scans" };
  const refused = (
    fields: Record<string, string>,
    text: string,
    status = 400,
  ): Row => [path, [text], { form: { ...ban, ...fields }, status }];
  await assertAdmin(
    admin,
    [path, [
      "<title>封禁 – Porthole</title>",
      "<h2>新增封禁</h2>",
      "如 192.0.2.7、192.0.2.0/24 或 2001:db8::/32。",
      "选择“永久”时忽略此项。",
      "<h2>手动封禁</h2>",
      "<h2>自动封禁</h2>",
      "暂无封禁。",
    ]],
    [`${path}?q=a`, ["没有匹配的封禁。"]],
  );
  await admin.post(path, { ...ban, forever: "yes" });
  await assertAdmin(
    admin,
    [`${path}?done=banned`, [
      "封禁已添加。",
      '<span class="unknown">永久</span>',
      "<bdi>root@example.net</bdi>，<time",
      'aria-label="解除对 198.51.100.0/24 的封禁"',
    ]],
    refused({ cidr: "x" }, "请输入地址或网段，如 192.0.2.0/24。"),
    refused({ cidr: "8.8.8.8" }, "这会封禁你自己的地址 8.8.8.8。"),
    refused({ hours: "0" }, "时长须为 1 至 87600 的整数小时。"),
    refused({ hours: "1", reason: "" }, "请填写此项。"),
    refused({ action: "lift", ban: "x" }, "该封禁已不存在。", 404),
  );
});

Deno.test("/admin/fields - in Chinese, with its preview, its notice and its error", async () => {
  await using admin = await openAdmin();
  const path = "/admin/fields";
  const html = await assertAdmin(admin, [path, [
    "<title>字段 – Porthole</title>",
    "<h1>首页字段</h1>",
    ">滥用举报联系方式</td>",
    ">不显示</span>",
    '<span class="hidden">城市：向访客显示</span>',
    "<h2>以你自己的地址预览</h2>",
    "<h3>访客</h3>",
    "仅会员可见：滥用举报联系方式、",
    ">保存</button>",
    ">预览</button>",
  ]]);
  assert.equal(words(html, "<thead", "</thead>"), "字段 访客 会员");
  await assertAdmin(
    admin,
    [path, [">这是预览，更改尚未保存。</div>"], {
      form: { action: "preview" },
    }],
    [path, ["你打开此页后，其他人修改了字段设置，请检查后重新保存。"], {
      ...{ form: { action: "fields", version: "old" }, status: 409 },
    }],
  );
  const client = new FormClient(admin.app, { peer: "192.168.1.7" });
  client.cookies.set("porthole_session", admin.root.session);
  await assertPage(client, [path, ["没有其他可显示的信息。"]]);
});

function openWith(url: URL, website = WEBSITE_ID) {
  return openAdmin({
    env: {
      ANALYTICS_URL: url.href,
      ANALYTICS_WEBSITE_ID: website,
      ANALYTICS_USERNAME: USERNAME,
      ANALYTICS_PASSWORD: UMAMI_PASSWORD,
    },
  });
}

Deno.test("/admin/analytics - in Chinese", async () => {
  await using umami = umamiServer({ version: "3.1", data: visited });
  await using admin = await openWith(umami.url);
  const html = await assertAdmin(admin, ["/admin/analytics", [
    "<title>访问统计 – Porthole</title>",
    '对比。数据截至 <time datetime="2026-11-21T12:00:00.000Z">',
    '<desc id="chart-text">2026-10-23 至 2026-11-21。浏览量最高：2026-11-21：浏览量 140，访客数 70。下表列出全部数据。</desc>',
    "<summary>每日数据</summary>",
    "<strong>7</strong> 位访客在最近 5 分钟内来访",
    "<h2>热门页面</h2>",
    "<bdi>台式机</bdi>",
  ]]);
  for (
    const [start, end, text] of [
      [
        '<dl class="visits">',
        "</dl>",
        "访客数 1,234 +23.4% 此前 1,000 " +
        "浏览量 4,321 −13.6% 此前 5,000 " +
        "会话数 2,000 +25.0% 此前 1,600 " +
        "跳出率 25.0% +5.0 个百分点 此前 20.0% " +
        "平均会话时长 1分30秒 −10.0% 此前 1分40秒",
      ],
      [
        "<h2>主要国家/地区</h2>",
        "</ol>",
        "主要国家/地区 德国 600 49% 美国 300 24% 中国 150 12% 未知 101 8% 法国 80 6%",
      ],
      [
        "<h2>主要省/州</h2>",
        "</ol>",
        "主要省/州 德国 巴伐利亚州 400 32% 美国 加利福尼亚州 200 16% " +
        "法国 法兰西岛大区 80 6% 中国 北京市 70 6% 德国 柏林 10 &lt;1%",
      ],
      [
        '<ol class="chart-units of-30d"',
        "</ol>",
        "10月23日 10月31日 11月7日 11月14日 11月21日",
      ],
    ]
  ) assert.equal(words(html, start, end), text);
  const english = await admin.get("/admin/analytics");
  assert(english.html.includes("<h2>Top countries</h2>"));
});

Deno.test("/admin/analytics - in Chinese without figures", async () => {
  await using none = await openAdmin();
  const path = "/admin/analytics";
  await assertAdmin(none, [path, [
    "<p>尚未配置统计服务器。Porthole 自身不统计访问",
    "<code>ANALYTICS_URL</code>",
  ]]);
  await using umami = umamiServer({ version: "3.1", data: desert });
  await using admin = await openWith(umami.url);
  await assertAdmin(admin, [path, ["最近 30 天没有访问。"]]);
  await using other = await openWith(umami.url, crypto.randomUUID());
  await assertAdmin(other, [path, [
    "该网站不存在，或该账号无权访问，请检查 ANALYTICS_WEBSITE_ID。",
    "<p>该账号名下的网站：</p>",
    ">重试</a>",
  ]]);
});
