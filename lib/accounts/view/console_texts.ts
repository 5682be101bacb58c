import type { Catalogue } from "../../i18n/language.ts";

/** The tiers of accounts; English has the names that the API and the command line use. */
const tiersEn = { free: "free", standard: "standard", vip: "vip" };

const tiersZh: typeof tiersEn = { free: "免费", standard: "标准", vip: "VIP" };

export const tierTexts: Catalogue<typeof tiersEn> = {
  en: tiersEn,
  zh: tiersZh,
};

export type TierName = keyof typeof tiersEn;

/** The console: its pages, its tokens and the examples below them. */
const consoleEn = {
  pages: {
    label: "Console",
    tokens: "Tokens",
    ad: "More requests",
    sessions: "Sessions",
    account: "Account",
  },
  title: "Console – Porthole",
  description: "Your API tokens and their quotas.",
  heading: "API tokens",
  newToken: "Your new token. Copy it now: it is not shown again.",
  adLink: "Look at an ad",
  adFor: (bonus: number, leftToday: number) =>
    ` for ${bonus} more requests this month; ${leftToday} more today.`,
  create: {
    heading: "A new token",
    name: "Name",
    hint: "Where you will use it, for example.",
    button: "Create",
  },
  token: {
    quota: "This month",
    used: (used: string, limit: string, left: string) =>
      `${used} of ${limit} used, ${left} left`,
    startsAgain: "Starts again ",
    asleep:
      "Asleep: your tier has no room for it. It is refused until an administrator makes room, or you revoke the tokens before it.",
    created: "Created ",
    lastUsed: "Last used ",
    never: "never",
  },
  rename: { heading: "Rename", name: "Name", button: "Rename" },
  replace: {
    heading: "Replace with a new token",
    name: "Name of the new token",
    hint: "It goes on with the count of this month.",
    confirm: (lastFour: string) =>
      `…${lastFour} stops working at once. I have thought of that.`,
    button: "Replace",
  },
  revoke: {
    heading: "Revoke",
    confirm: (lastFour: string) =>
      `…${lastFour} stops working at once, for good.`,
    button: "Revoke",
  },
  examples: {
    heading: "From a script",
    own: "Your own address",
    any: "Any address",
    domain: "A domain",
  },
};

const consoleZh: typeof consoleEn = {
  pages: {
    label: "控制台",
    tokens: "令牌",
    ad: "增加次数",
    sessions: "会话",
    account: "账号",
  },
  title: "控制台 – Porthole",
  description: "API 令牌及其配额。",
  heading: "API 令牌",
  newToken: "新令牌如下，请立即复制，之后不再显示。",
  adLink: "观看广告",
  adFor: (bonus, leftToday) =>
    `，本月增加 ${bonus} 次请求；今天还可观看 ${leftToday} 次。`,
  create: {
    heading: "新建令牌",
    name: "名称",
    hint: "例如使用它的地方。",
    button: "创建",
  },
  token: {
    quota: "本月用量",
    used: (used, limit, left) => `已用 ${used} / ${limit}，剩余 ${left}`,
    startsAgain: "重置时间：",
    asleep:
      "已休眠：当前等级没有它的名额。使用它的请求会被拒绝，直到管理员增加名额，或者你吊销排在它前面的令牌。",
    created: "创建时间：",
    lastUsed: "最近使用：",
    never: "从未",
  },
  rename: { heading: "重命名", name: "名称", button: "重命名" },
  replace: {
    heading: "用新令牌替换",
    name: "新令牌的名称",
    hint: "本月用量接着累计。",
    confirm: (lastFour) => `我明白 …${lastFour} 会立即失效。`,
    button: "替换",
  },
  revoke: {
    heading: "吊销",
    confirm: (lastFour) => `…${lastFour} 会立即失效，且无法恢复。`,
    button: "吊销",
  },
  examples: {
    heading: "在脚本中使用",
    own: "自己的地址",
    any: "任意地址",
    domain: "域名",
  },
};

export const consoleTexts: Catalogue<typeof consoleEn> = {
  en: consoleEn,
  zh: consoleZh,
};

/** Requests for an ad. */
const adEn = {
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

const adZh: typeof adEn = {
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

export const adTexts: Catalogue<typeof adEn> = { en: adEn, zh: adZh };

/** What a form has done, by the word in the next page's address. */
const doneEn = {
  "ad": "The extra requests have been added to this month's quota.",
  "deleted": "Your account, its tokens and its sessions are gone.",
  "email": "Your e-mail address has been changed.",
  "password":
    "Your password has been changed. You are signed out everywhere else.",
  "renamed": "The token has its new name.",
  "revoked": "The token has been revoked. Nobody can use it any more.",
  "session": "That session has ended.",
  "sessions": "All other sessions have ended.",
  "signed-out": "You are signed out.",
  "signed-out-here":
    "You are signed out in this browser. The session itself could not be ended just now: it may live on until it ends by itself, 30 days after its last use.",
};

const doneZh: typeof doneEn = {
  "ad": "额外的请求次数已计入本月配额。",
  "deleted": "账号及其令牌、会话已全部删除。",
  "email": "邮箱已更改。",
  "password": "密码已更改，其他所有登录均已退出。",
  "renamed": "令牌已重命名。",
  "revoked": "令牌已吊销，任何人都无法再使用。",
  "session": "该会话已结束。",
  "sessions": "其他会话已全部结束。",
  "signed-out": "已退出登录。",
  "signed-out-here":
    "已在此浏览器中退出登录。会话本身暂时未能结束，可能保留到最后一次使用 30 天后自动失效。",
};

export const doneTexts: Catalogue<typeof doneEn> = { en: doneEn, zh: doneZh };
