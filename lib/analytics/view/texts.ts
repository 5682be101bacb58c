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
  description: "How the website is visited.",
  span:
    "The last 30 days, against the 30 before them up to the same time of day.",
  /** Around a time. */
  asOf: [" As of ", "."],
  nobodyCame:
    "Nobody came in these 30 days. Does the website load the script of the analytics server?",
  figures: enFigures,
  before: (figure: string) => `from ${figure}`,
  /** Between percentages. */
  points: (amount: string) => `${amount} points`,
  /** Room is for few characters. */
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
    `From ${first} to ${last}. The most pageviews on ${
      enDay(most)
    }. The table below has every day.`,
  inNumbers: "Every day in numbers",
  dayColumn: "Day",
  empty: "There is none.",
  countries: "Top countries",
  regions: "Top regions",
  nonePlaced: "Nobody’s is known.",
  unknown: "Unknown",
  tor: "Tor network",
  regionIn: (region: string, country: string) => `${region}, ${country}`,
  setup: (fault: string) =>
    `${fault} Porthole counts nobody itself; it shows what an Umami, one’s own or the cloud’s, has counted of a website.`,
  variables:
    "Set these variables and start anew; a user name with its password, or an API key, is enough.",
  tryAgain: "Try again",
  stale: "The figures below are the last ones that it gave.",
  listed: "The account lists:",
  noneListed: "The account lists no website at all.",
};

const zh: typeof en = {
  title: "访问统计",
  description: "网站的访问情况。",
  span: "最近 30 天，与此前 30 天（截至同一时刻）对比。",
  asOf: ["数据截至 ", "。"],
  nobodyCame: "最近 30 天没有访问。网站是否加载了统计服务器的脚本？",
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
    `${first} 至 ${last}。浏览量最高的一天是 ${zhDay(most)}。下表列出每一天。`,
  inNumbers: "每日数据",
  dayColumn: "日期",
  empty: "暂无数据。",
  countries: "主要国家/地区",
  regions: "主要省/州",
  nonePlaced: "暂无数据。",
  unknown: "未知",
  tor: "Tor 网络",
  regionIn: (region, country) => `${country} ${region}`,
  setup: (fault) =>
    `${fault}Porthole 自身不统计访问，这里显示的是 Umami（自建或云端）对网站的统计结果。`,
  variables:
    "请设置以下变量并重新启动；用户名加密码与 API 密钥，任选其一即可。",
  tryAgain: "重试",
  stale: "以下是统计服务器最近一次返回的数据。",
  listed: "该账号名下的网站：",
  noneListed: "该账号名下没有任何网站。",
};

/** How a website is visited. */
export const adminAnalyticsTexts: Catalogue<typeof en> = { en, zh };
