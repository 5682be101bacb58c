import assert from "node:assert/strict";
import type { Catalogue } from "../../../../lib/i18n/language.ts";
import {
  adminDoneTexts,
  adminFieldTexts,
  adminTexts,
} from "../../../../lib/admin/view/texts.ts";
import { auditActionTexts } from "../../../../lib/admin/view/audit_texts.ts";
import {
  adminAccountTexts,
  adminMemberTexts,
} from "../../../../lib/admin/view/member_texts.ts";
import { adminAnalyticsTexts } from "../../../../lib/analytics/view/texts.ts";
import { analyticsFailureTexts } from "../../../../lib/analytics/view/analytics_errors.ts";
import { adminBanTexts } from "../../../../lib/admin/view/ban_texts.ts";
import { homeFieldTexts } from "../../../../lib/ipinfo/view/home_texts.ts";
import { siteTexts } from "../../../../lib/i18n/site.ts";
import { desert, site } from "../../../lib/analytics/site.ts";
import { englishLeft } from "../../../support/english_left.ts";
import {
  UMAMI_PASSWORD,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../../../support/umami_server.ts";
import { type AdminRig, ANN, element, openAdmin, type Page } from "./rig.ts";

const catalogues: Catalogue<unknown>[] = [
  adminTexts,
  adminAccountTexts,
  adminAnalyticsTexts,
  analyticsFailureTexts,
  auditActionTexts,
  adminBanTexts,
  adminDoneTexts,
  adminFieldTexts,
  adminMemberTexts,
  homeFieldTexts,
  siteTexts,
];
const chinese = {
  "accept-language": "zh-CN,zh;q=0.9",
  "sec-fetch-site": "same-origin",
};

/** Two small words after another are English; names, addresses and codes are not. */
const ENGLISH = /\b[A-Za-z]+ [a-z]{2,} [a-z]{2,}\b/;

/** Asserts that a page is in Chinese throughout, and holds these texts. */
function assertChinese(
  { status, html }: Page,
  texts: readonly string[],
  expected = 200,
): string {
  assert.equal(status, expected);
  assert.match(html, /^<!DOCTYPE html><html lang="zh-Hans">/);
  for (const text of texts) assert(html.includes(text), text);
  for (const catalogue of catalogues) {
    assert.deepEqual(englishLeft(html, catalogue), []);
  }
  const panel = element(html, '<nav class="tabs"', "</section>") +
    element(html, '<section class="panel">', "</main>");
  // What was typed in, and what a preview shows of an address, is data.
  const own = panel.replace(
    /<(code|bdi)\b[^>]*>.*?<\/\1>|<dl class="rows">.*?<\/dl>/gs,
    "",
  );
  assert.equal(ENGLISH.exec(own)?.[0], undefined);
  return html;
}

function get(rig: AdminRig, path: string): Promise<Page> {
  return rig.send(rig.root, path, { headers: chinese });
}

function post(
  rig: AdminRig,
  path: string,
  fields: Record<string, string>,
): Promise<Page> {
  return rig.post(path, fields, rig.root, chinese);
}

function openWith(url: URL, env: Record<string, string> = {}) {
  return openAdmin({
    env: {
      ANALYTICS_URL: url.href,
      ANALYTICS_WEBSITE_ID: WEBSITE_ID,
      ANALYTICS_USERNAME: USERNAME,
      ANALYTICS_PASSWORD: UMAMI_PASSWORD,
      ...env,
    },
  });
}

/** The words of a piece of a page, without its marks. */
function words(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
}

Deno.test("GET /admin, /admin/audit - in Chinese", async () => {
  await using rig = await openAdmin();
  assertChinese(await get(rig, "/admin/audit"), ["暂无记录。"]);
  await rig.post(rig.pageOf(rig.ann), { action: "tier", tier: "standard" });
  const overview = assertChinese(await get(rig, "/admin"), [
    "<title>管理后台 – Porthole</title>",
    '<meta name="description" content="本站的运行概况。"',
    '<nav class="tabs" aria-label="管理后台">',
    "<h1>管理后台</h1>",
    "<strong>2</strong> 会员</a>",
    "</strong> 访客可见字段（共 26 个）</a>",
    "<h2>最近操作</h2>",
    ">设置等级</td>",
    "<bdi>标准</bdi>",
  ]);
  assert.equal(
    words(element(overview, '<nav class="tabs"', "</nav>")),
    "概览 会员 封禁 字段 访问统计 审计日志",
  );
  const audit = assertChinese(await get(rig, "/admin/audit"), [
    "<title>审计日志 – Porthole</title>",
    "<h1>审计日志</h1>",
    'aria-label="管理员的操作记录"',
  ]);
  assert.equal(
    words(element(audit, "<thead", "</thead>")),
    "时间 操作者 操作 对象 详情",
  );
});

Deno.test("GET /admin/members - in Chinese", async () => {
  await using rig = await openAdmin();
  const html = assertChinese(
    await get(rig, "/admin/members?done=deleted"),
    [
      "<title>会员 – Porthole</title>",
      "账号及其令牌、会话均已删除。",
      ">按邮箱地址搜索</label>",
      ">搜索</button>",
      "免费 · 管理员",
    ],
  );
  assert.equal(
    words(element(html, "<thead", "</thead>")),
    "邮箱地址 状态 令牌 注册时间",
  );
  assertChinese(await get(rig, "/admin/members?q=nobody"), [
    "没有匹配的邮箱地址。",
  ]);
  for (let i = 0; i < 49; i++) await rig.addAccount(`m${i}@example.com`);
  assertChinese(await get(rig, "/admin/members"), [">更多会员</a>"]);
  assertChinese(await get(rig, "/admin/members?after=zzz"), [
    'aria-label="分页"',
    ">第一页</a>",
  ]);
});

Deno.test("GET /admin/members/[id] - in Chinese, in each status of the account", async () => {
  await using rig = await openAdmin();
  const path = rig.pageOf(rig.ann);
  assertChinese(await get(rig, path), [
    `<title>${ANN} – Porthole</title>`,
    '免费 · 注册于 <time datetime="',
    "<h2>等级</h2>",
    "<legend>每个令牌的 V2 请求配额</legend>",
    "免费：每月 100 次",
    "按令牌计算，仅对 VIP 生效。",
    "<h2>API 令牌</h2>",
    ">从未使用</span>",
    'aria-label="本月用量"',
    `aria-label="吊销以 ${rig.ann.token.slice(-4)} 结尾的令牌"`,
    ">设置密码</button>",
    ">停用账号</button>",
    ">设为管理员</button>",
    "<h2>删除账号</h2>",
  ]);
  await rig.post(path, { action: "tier", tier: "vip", vipQuota: "7000" });
  await rig.post(path, { action: "admin" });
  await rig.post(path, { action: "disable" });
  assertChinese(await get(rig, `${path}?done=disabled`), [
    "VIP，每月 7,000 次 · 管理员 · 已停用",
    "账号已停用：会话已全部结束，令牌不再可用。",
    ">启用账号</button>",
    "该会员是管理员，撤销权限后仍为普通会员。",
  ]);
  assertChinese(await get(rig, rig.pageOf(rig.root)), [
    "这是你自己的账号，只有其他管理员才能停用。",
    "你是管理员，只有其他管理员才能撤销你的权限。",
  ]);
});

Deno.test("POST /admin/members/[id] - errors in Chinese, beside their fields or above them", async () => {
  await using rig = await openAdmin();
  const path = rig.pageOf(rig.ann);
  for (
    const [fields, text] of [
      [
        { action: "tier", tier: "gold" },
        "tier 须为以下之一：free、standard、vip。",
      ],
      [
        { action: "tier", tier: "vip", vipQuota: "x" },
        "配额须为 0 至 1000000000 的整数。",
      ],
      [{ action: "password", password: "short" }, "密码至少 10 个字符。"],
      [{ action: "delete" }, "请勾选此项后继续。"],
      [{ action: "fly" }, "没有这个操作，请刷新页面后重试。"],
    ] as const
  ) assertChinese(await post(rig, path, fields), [text], 400);
  const own = rig.pageOf(rig.root);
  assertChinese(
    await post(rig, own, { action: "disable" }),
    ["不能停用自己的账号。"],
    409,
  );
});

Deno.test("/admin/bans - in Chinese, empty and filled, with its errors", async () => {
  await using rig = await openAdmin();
  const path = "/admin/bans";
  assertChinese(await get(rig, path), [
    "<title>封禁 – Porthole</title>",
    "<h2>新增封禁</h2>",
    "如 192.0.2.7、192.0.2.0/24 或 2001:db8::/32。",
    "选择“永久”时忽略此项。",
    "<h2>手动封禁</h2>",
    "<h2>自动封禁</h2>",
    "暂无封禁。",
  ]);
  assertChinese(await get(rig, `${path}?q=a`), ["没有匹配的封禁。"]);
  const ban = { action: "ban", cidr: "198.51.100.0/24", reason: "scans" };
  await rig.post(path, { ...ban, forever: "yes" });
  assertChinese(await get(rig, `${path}?done=banned`), [
    "封禁已添加。",
    '<span class="unknown">永久</span>',
    "<bdi>root@example.net</bdi>，<time",
    'aria-label="解除对 198.51.100.0/24 的封禁"',
  ]);
  for (
    const [fields, text, status] of [
      [{ cidr: "x" }, "请输入地址或网段，如 192.0.2.0/24。", 400],
      [
        { cidr: "8.8.8.8" },
        "这会封禁你自己的地址 8.8.8.8。",
        400,
      ],
      [{ hours: "0" }, "时长须为 1 至 87600 的整数小时。", 400],
      [{ hours: "1", reason: "" }, "请填写此项。", 400],
      [{ action: "lift", ban: "x" }, "该封禁已不存在。", 404],
    ] as const
  ) {
    const sent = await post(rig, path, { ...ban, ...fields });
    assertChinese(sent, [text], status);
  }
});

Deno.test("/admin/fields - in Chinese, with its preview and its error", async () => {
  await using rig = await openAdmin();
  const html = assertChinese(await get(rig, "/admin/fields"), [
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
  ]);
  assert.equal(
    words(element(html, "<thead", "</thead>")),
    "字段 访客 会员",
  );
  assertChinese(await post(rig, "/admin/fields", { action: "preview" }), [
    ">这是预览，更改尚未保存。</div>",
  ]);
  assertChinese(
    await post(rig, "/admin/fields", { action: "fields", version: "old" }),
    ["你打开此页后，其他人修改了字段设置，请检查后重新保存。"],
    409,
  );
});

Deno.test("/admin/fields - the notice for a reserved address in Chinese", async () => {
  await using rig = await openAdmin();
  const answer = await rig.app.get("/admin/fields", {
    peer: "192.168.1.7",
    headers: {
      ...chinese,
      accept: "text/html",
      cookie: `porthole_session=${rig.root.session}`,
    },
  });
  const html = await answer.text();
  assertChinese({ status: answer.status, location: null, html }, [
    "没有其他可显示的信息。",
  ]);
});

Deno.test("GET /admin/analytics - in Chinese", async () => {
  await using umami = umamiServer({ version: "3.1", data: site });
  await using rig = await openWith(umami.url);
  const html = assertChinese(await get(rig, "/admin/analytics"), [
    "<title>访问统计 – Porthole</title>",
    '对比。数据截至 <time datetime="2026-11-21T12:00:00.000Z">',
    '<desc id="chart-text">2026-10-23 至 2026-11-21。浏览量最高：2026-11-21：浏览量 140，访客数 70。下表列出全部数据。</desc>',
    "<summary>每日数据</summary>",
    "<strong>7</strong> 位访客在最近 5 分钟内来访",
    "<h2>热门页面</h2>",
    "<bdi>台式机</bdi>",
  ]);
  assert.equal(
    words(element(html, '<dl class="visits">', "</dl>")),
    "访客数 1,234 +23.4% 此前 1,000 " +
      "浏览量 4,321 −13.6% 此前 5,000 " +
      "会话数 2,000 +25.0% 此前 1,600 " +
      "跳出率 25.0% +5.0 个百分点 此前 20.0% " +
      "平均会话时长 1分30秒 −10.0% 此前 1分40秒",
  );
  assert.equal(
    words(element(html, "<h2>主要国家/地区</h2>", "</ol>")),
    "主要国家/地区 德国 600 49% 美国 300 24% 中国 150 12% 未知 101 8% 法国 80 6%",
  );
  assert.equal(
    words(element(html, "<h2>主要省/州</h2>", "</ol>")),
    "主要省/州 德国 巴伐利亚州 400 32% 美国 加利福尼亚州 200 16% " +
      "法国 法兰西岛大区 80 6% 中国 北京市 70 6% 德国 柏林 10 &lt;1%",
  );
  assert.equal(
    words(element(html, '<ol class="chart-units of-30d"', "</ol>")),
    "10月23日 10月31日 11月7日 11月14日 11月21日",
  );
  const english = await rig.get("/admin/analytics");
  assert(english.html.includes("<h2>Top countries</h2>"));
});

Deno.test("GET /admin/analytics - in Chinese without figures", async () => {
  await using none = await openAdmin();
  assertChinese(await get(none, "/admin/analytics"), [
    "<p>尚未配置统计服务器。Porthole 自身不统计访问",
    "<code>ANALYTICS_URL</code>",
  ]);
  await using umami = umamiServer({ version: "3.1", data: desert });
  await using rig = await openWith(umami.url);
  assertChinese(await get(rig, "/admin/analytics"), [
    "最近 30 天没有访问。",
  ]);
  await using other = await openWith(umami.url, {
    ANALYTICS_WEBSITE_ID: "00000000-0000-4000-8000-000000000000",
  });
  assertChinese(await get(other, "/admin/analytics"), [
    "该网站不存在，或该账号无权访问，请检查 ANALYTICS_WEBSITE_ID。",
    "<p>该账号名下的网站：</p>",
    ">重试</a>",
  ]);
});

Deno.test("/admin - the refusal in Chinese", async () => {
  await using rig = await openAdmin();
  const { status, html } = await rig.send(rig.ann, "/admin", {
    headers: chinese,
  });
  assert.equal(status, 403);
  assert(html.includes("此页面仅供管理员使用。"));
  assert.equal(html.includes("Only administrators can open this page."), false);
});
