import type { Catalogue } from "../language.ts";

/** Requests for an ad. */
const en = {
  title: "More requests – Porthole",
  description: "An ad for more requests this month.",
  heading: "More requests",
  frame: "Advertisement",
  whenPassed: (seconds: number) =>
    `When ${seconds} seconds have passed, and within 10 minutes:`,
  redeem: (bonus: number) => `Add ${bonus} requests`,
  notEntitled:
    "Ads add to the quota of a free account's token. You have none that they could add to.",
  noneLeft: "No more ads today: come back after 00:00 UTC.",
  offer: (seconds: number, bonus: number, leftToday: number) =>
    `Look at an ad for ${seconds} seconds, and your token has ${bonus} more requests this month. ${leftToday} more today.`,
  show: "Show the ad",
  house: {
    heading: "A porthole of your own",
    text:
      "This service is free software. It runs on your own machine, with its data on your own disk, and asks nobody else about your visitors. One command starts it; one file holds everything it remembers.",
  },
};

const zh: typeof en = {
  title: "增加次数 – Porthole",
  description: "观看广告，增加本月请求次数。",
  heading: "增加请求次数",
  frame: "广告",
  whenPassed: (seconds) => `满 ${seconds} 秒后、10 分钟之内点击：`,
  redeem: (bonus) => `增加 ${bonus} 次请求`,
  notEntitled: "广告可增加免费账号的令牌配额。你目前没有符合条件的令牌。",
  noneLeft: "今天的广告已看完，请在 00:00 UTC 之后再来。",
  offer: (seconds, bonus, leftToday) =>
    `观看广告 ${seconds} 秒，令牌本月可增加 ${bonus} 次请求。今天还可观看 ${leftToday} 次。`,
  show: "显示广告",
  house: {
    heading: "搭建自己的 Porthole",
    text:
      "本服务是自由软件，运行在自己的机器上，数据存放在自己的磁盘上，不会向任何第三方查询访客。一条命令即可启动，所有状态都在一个文件里。",
  },
};

export const adTexts: Catalogue<typeof en> = { en, zh };
