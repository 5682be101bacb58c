import type { FigureName } from "./dashboard_view.ts";
import { type Catalogue, numberText } from "../../i18n/language.ts";

interface Visits {
  date: string;
  pageviews: number;
  visitors: number;
}

const enDay = ({ date, pageviews, visitors }: Visits) =>
  `${date}: ${numberText(pageviews)} pageviews, ${
    numberText(visitors)
  } visitors`;

const zhDay = ({ date, pageviews, visitors }: Visits) =>
  `${date}：浏览量 ${numberText(pageviews)}，访客数 ${numberText(visitors)}`;

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
  span:
    "Last 30 days, compared with the previous 30 days up to the same time of day.",
  /** The text before and after a time. */
  asOf: [" As of ", "."],
  noVisits:
    "No visits in the last 30 days. Does the website load the analytics server's script?",
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
  byDay: "By day (UTC): ",
  pageviews: "Pageviews",
  visitors: "Visitors",
  caption: "Pageviews and visitors by day",
  day: enDay,
  chart: (first: string, last: string, most: Visits) =>
    `From ${first} to ${last}. Busiest day: ${
      enDay(most)
    }. The table below lists every day.`,
  inNumbers: "Daily figures",
  dayColumn: "Day",
  empty: "No data.",
  countries: "Top countries",
  regions: "Top regions",
  noPlaces: "No data.",
  unknown: "Unknown",
  tor: "Tor network",
  regionIn: (region: string, country: string) => `${region}, ${country}`,
  setup: (failure: string) =>
    `${failure} Porthole does not track visitors itself. It shows statistics from Umami, either self-hosted or Umami Cloud.`,
  variables:
    "Set these variables and restart Porthole. Use either a user name and password or an API key.",
  tryAgain: "Try again",
  stale: "The figures below are the last ones received.",
  listed: "Websites of this account:",
  noneListed: "This account has no websites.",
};

const zh: typeof en = {
  title: "访问统计",
  description: "网站的访问情况。",
  span: "最近 30 天，与此前 30 天（截至同一时刻）对比。",
  asOf: ["数据截至 ", "。"],
  noVisits: "最近 30 天没有访问。网站是否加载了统计服务器的脚本？",
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
  byDay: "按天（UTC）：",
  pageviews: "浏览量",
  visitors: "访客数",
  caption: "每日浏览量与访客数",
  day: zhDay,
  chart: (first, last, most) =>
    `${first} 至 ${last}。浏览量最高的一天：${
      zhDay(most)
    }。下表列出每一天的数据。`,
  inNumbers: "每日数据",
  dayColumn: "日期",
  empty: "暂无数据。",
  countries: "主要国家/地区",
  regions: "主要省/州",
  noPlaces: "暂无数据。",
  unknown: "未知",
  tor: "Tor 网络",
  regionIn: (region, country) => `${country} ${region}`,
  setup: (failure) =>
    `${failure}Porthole 自身不统计访问，这里显示的是 Umami（自建或 Umami Cloud）的统计结果。`,
  variables:
    "请设置以下变量，然后重新启动 Porthole。用户名加密码与 API 密钥任选其一即可。",
  tryAgain: "重试",
  stale: "以下是统计服务器最近一次返回的数据。",
  listed: "该账号名下的网站：",
  noneListed: "该账号名下没有任何网站。",
};

/** The page with the visits of the website. */
export const adminAnalyticsTexts: Catalogue<typeof en> = { en, zh };
