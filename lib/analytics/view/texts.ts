import type { FigureName, ListName, Range } from "./dashboard_view.ts";
import { type Catalogue, numberText } from "../../i18n/language.ts";

interface Visits {
  time: string;
  pageviews: number;
  visitors: number;
}

const enPoint = ({ time, pageviews, visitors }: Visits) =>
  `${time}: ${numberText(pageviews)} pageviews, ${
    numberText(visitors)
  } visitors`;

const zhPoint = ({ time, pageviews, visitors }: Visits) =>
  `${time}：浏览量 ${numberText(pageviews)}，访客数 ${numberText(visitors)}`;

const enRanges: Readonly<Record<Range, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
};

const zhRanges: typeof enRanges = {
  "24h": "24 小时",
  "7d": "7 天",
  "30d": "30 天",
  "90d": "90 天",
};

/** Kinds of devices by the names that Umami gives them. */
const enDevices: Readonly<Record<string, string>> = {
  desktop: "Desktop",
  laptop: "Laptop",
  mobile: "Phone",
  tablet: "Tablet",
};

const enLists: Readonly<Record<ListName, string>> = {
  pages: "Top pages",
  referrers: "Top referrers",
  countries: "Top countries",
  regions: "Top regions",
  browsers: "Browsers",
  devices: "Devices",
};

const enFigures: Readonly<Record<FigureName, string>> = {
  visitors: "Visitors",
  pageviews: "Pageviews",
  sessions: "Sessions",
  bounceRate: "Bounce rate",
  visitSeconds: "Session time",
};

const en = {
  title: "Analytics",
  description: "Visits to the website.",
  ranges: enRanges,
  rangesLabel: "Period",
  span: (range: Range) =>
    `Last ${enRanges[range]}, compared with the previous ${enRanges[range]}${
      range === "24h" ? "" : " up to the same time of day"
    }.`,
  active: "visitors in the last 5 minutes",
  /** The text before and after a time. */
  asOf: [" As of ", "."],
  noVisits: (range: Range) =>
    `No visits in the last ${
      enRanges[range]
    }. Does the website load the analytics server's script?`,
  figures: enFigures,
  before: (figure: string) => `from ${figure}`,
  /** A difference of percentages. */
  points: (amount: string) => `${amount} points`,
  /** Must be short. */
  duration: (hours: string | null, minutes: number, seconds: number) =>
    hours !== null
      ? `${hours}h ${minutes}m`
      : minutes > 0
      ? `${minutes}m ${seconds}s`
      : `${seconds}s`,
  byUnit: { day: "By day (UTC): ", hour: "By hour (UTC): " },
  pageviews: "Pageviews",
  visitors: "Visitors",
  pageviewsBefore: "Pageviews before",
  caption: {
    day: "Pageviews and visitors by day",
    hour: "Pageviews and visitors by hour",
  },
  point: enPoint,
  chart: (first: string, last: string, most: Visits) =>
    `From ${first} to ${last}. The most pageviews: ${
      enPoint(most)
    }. The table below has all figures.`,
  inNumbers: { day: "Daily figures", hour: "Hourly figures" },
  unitColumn: { day: "Day", hour: "Hour" },
  empty: "No data.",
  lists: enLists,
  devices: enDevices,
  direct: "Direct",
  notReported: "The analytics server doesn't report this.",
  unknown: "Unknown",
  tor: "Tor network",
  regionIn: (region: string, country: string) => `${region}, ${country}`,
  setup: (failure: string) =>
    `${failure} Porthole does not track visitors itself. It shows statistics from Umami, either self-hosted or Umami Cloud.`,
  variables:
    "Set these variables and restart Porthole. Use either a user name and password or an API key.",
  tryAgain: "Try again",
  /** Before a time. */
  stale: "The figures below are the last ones received, ",
  listed: "Websites of this account:",
  noneListed: "This account has no websites.",
};

const zh: typeof en = {
  title: "访问统计",
  description: "网站的访问情况。",
  ranges: zhRanges,
  rangesLabel: "时间范围",
  span: (range) =>
    `最近 ${zhRanges[range]}，与此前 ${zhRanges[range]}${
      range === "24h" ? "" : "（截至同一时刻）"
    }对比。`,
  active: "位访客在最近 5 分钟内来访",
  asOf: ["数据截至 ", "。"],
  noVisits: (range) =>
    `最近 ${zhRanges[range]}没有访问。网站是否加载了统计服务器的脚本？`,
  figures: {
    visitors: "访客数",
    pageviews: "浏览量",
    sessions: "会话数",
    bounceRate: "跳出率",
    visitSeconds: "平均会话时长",
  },
  before: (figure) => `此前 ${figure}`,
  points: (amount) => `${amount} 个百分点`,
  duration: (hours, minutes, seconds) =>
    hours !== null
      ? `${hours}小时${minutes}分`
      : minutes > 0
      ? `${minutes}分${seconds}秒`
      : `${seconds}秒`,
  byUnit: { day: "按天（UTC）：", hour: "按小时（UTC）：" },
  pageviews: "浏览量",
  visitors: "访客数",
  pageviewsBefore: "此前浏览量",
  caption: { day: "每日浏览量与访客数", hour: "每小时浏览量与访客数" },
  point: zhPoint,
  chart: (first, last, most) =>
    `${first} 至 ${last}。浏览量最高：${zhPoint(most)}。下表列出全部数据。`,
  inNumbers: { day: "每日数据", hour: "每小时数据" },
  unitColumn: { day: "日期", hour: "时间" },
  empty: "暂无数据。",
  lists: {
    pages: "热门页面",
    referrers: "主要来源",
    countries: "主要国家/地区",
    regions: "主要省/州",
    browsers: "浏览器",
    devices: "设备",
  },
  devices: {
    desktop: "台式机",
    laptop: "笔记本电脑",
    mobile: "手机",
    tablet: "平板电脑",
  },
  direct: "直接访问",
  notReported: "统计服务器未提供此项数据。",
  unknown: "未知",
  tor: "Tor 网络",
  regionIn: (region, country) => `${country} ${region}`,
  setup: (failure) =>
    `${failure}Porthole 自身不统计访问，这里显示的是 Umami（自建或 Umami Cloud）的统计结果。`,
  variables:
    "请设置以下变量，然后重新启动 Porthole。用户名加密码与 API 密钥任选其一即可。",
  tryAgain: "重试",
  stale: "以下是统计服务器最近一次返回的数据：",
  listed: "该账号名下的网站：",
  noneListed: "该账号名下没有任何网站。",
};

/** The page with the visits of the website. */
export const adminAnalyticsTexts: Catalogue<typeof en> = { en, zh };
