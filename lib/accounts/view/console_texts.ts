import type { Catalogue } from "../../i18n/language.ts";

/** The plans of accounts. The English names are those of the API and the command line. */
const tiersEn = { free: "free", standard: "standard", vip: "vip" };

const tiersZh: typeof tiersEn = { free: "免费", standard: "标准", vip: "VIP" };

export const tierTexts: Catalogue<typeof tiersEn> = {
  en: tiersEn,
  zh: tiersZh,
};

export type TierName = keyof typeof tiersEn;

/** The console: navigation, tokens and examples. */
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
  plan: (tier: string) => `${tier} plan`,
  noTokens:
    "You have no tokens yet. Your scripts need one to use V2 of the API.",
  newToken: "Your new token. Copy it now, because it won't be shown again.",
  theToken: "the token",
  adLink: "Watch an ad",
  adFor: (bonus: number, leftToday: number) =>
    ` to get ${bonus} more requests this month. You can watch ${leftToday} more today.`,
  create: {
    heading: "New token",
    name: "Name",
    hint: "For example, the device or script that uses it.",
    button: "Create",
  },
  token: {
    quota: "Requests this month",
    used: (used: string, limit: string, left: string) =>
      `${used} of ${limit} used, ${left} left`,
    resets: "Resets ",
    usedUp: (resetsAt: string) =>
      `Used up: requests with this token are rejected until ${resetsAt}.`,
    inactive:
      "Inactive: your plan allows fewer tokens. Requests with this token are rejected until you revoke an older token or an administrator changes your plan.",
    created: "Created ",
    lastUsed: "Last used ",
    never: "Never used",
  },
  rename: { heading: "Rename", name: "Name", button: "Rename" },
  replace: {
    heading: "Replace with a new token",
    name: "Name of the new token",
    hint: "This month's usage carries over.",
    confirm: (lastFour: string) =>
      `I understand that …${lastFour} will stop working immediately.`,
    button: "Replace",
  },
  revoke: {
    heading: "Revoke",
    confirm: (lastFour: string) =>
      `I understand that …${lastFour} will stop working immediately and can't be restored.`,
    button: "Revoke",
  },
  examples: {
    heading: "Use in scripts",
    own: "Your address",
    any: "Any address",
    domain: "A domain",
    command: (label: string) => `the command: ${label}`,
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
  plan: (tier) => `等级：${tier}`,
  noTokens: "还没有令牌。脚本使用 V2 接口需要令牌。",
  newToken: "这是新令牌。请立即复制，之后不会再显示。",
  theToken: "令牌",
  adLink: "观看广告",
  adFor: (bonus, leftToday) =>
    `，本月增加 ${bonus} 次请求；今天还可观看 ${leftToday} 次。`,
  create: {
    heading: "新建令牌",
    name: "名称",
    hint: "例如使用它的设备或脚本。",
    button: "创建",
  },
  token: {
    quota: "本月请求数",
    used: (used, limit, left) => `已用 ${used} / ${limit}，剩余 ${left}`,
    resets: "重置时间：",
    usedUp: (resetsAt) =>
      `已用完：${resetsAt} 之前，使用此令牌的请求会被拒绝。`,
    inactive:
      "未激活：当前等级允许的令牌数较少。吊销一个更早的令牌，或由管理员调整等级后，此令牌才能使用。",
    created: "创建时间：",
    lastUsed: "最近使用：",
    never: "从未使用",
  },
  rename: { heading: "重命名", name: "名称", button: "重命名" },
  replace: {
    heading: "用新令牌替换",
    name: "新令牌的名称",
    hint: "本月用量会延续到新令牌。",
    confirm: (lastFour) => `我明白 …${lastFour} 会立即失效。`,
    button: "替换",
  },
  revoke: {
    heading: "吊销",
    confirm: (lastFour) => `我明白 …${lastFour} 会立即失效，且无法恢复。`,
    button: "吊销",
  },
  examples: {
    heading: "在脚本中使用",
    own: "你的地址",
    any: "任意地址",
    domain: "域名",
    command: (label) => `命令：${label}`,
  },
};

export const consoleTexts: Catalogue<typeof consoleEn> = {
  en: consoleEn,
  zh: consoleZh,
};

/** The page with ads. */
const adEn = {
  title: "More requests – Porthole",
  description: "Watch an ad to get more requests this month.",
  heading: "More requests",
  frame: "Advertisement",
  whenPassed: (seconds: number) =>
    `Wait ${seconds} seconds, then click within 10 minutes:`,
  redeem: (bonus: number) => `Add ${bonus} requests`,
  wait: "Wait {seconds} s",
  unavailable: {
    off: "There are no ads on this server.",
    plan: "Only free accounts can get more requests for ads.",
    token: "Ads add requests to the quota of your token. ",
  },
  createToken: "Create a token first",
  noneLeft: "No more ads today. Come back after 00:00 UTC.",
  offer: (seconds: number, bonus: number, leftToday: number) =>
    `Watch an ad for ${seconds} seconds to get ${bonus} more requests this month. You can watch ${leftToday} more today.`,
  show: "Show the ad",
  house: {
    heading: "Run your own Porthole",
    text:
      "Porthole is free software. It runs on your own server, keeps its data on your own disk, and by default sends nothing about your visitors to third parties. One command starts it.",
  },
};

const adZh: typeof adEn = {
  title: "增加次数 – Porthole",
  description: "观看广告，增加本月请求次数。",
  heading: "增加请求次数",
  frame: "广告",
  whenPassed: (seconds) => `请等待 ${seconds} 秒，然后在 10 分钟内点击：`,
  redeem: (bonus) => `增加 ${bonus} 次请求`,
  wait: "请等待 {seconds} 秒",
  unavailable: {
    off: "本站没有广告。",
    plan: "只有免费账号才能通过观看广告增加次数。",
    token: "广告增加的是令牌的请求次数。",
  },
  createToken: "请先创建令牌",
  noneLeft: "今天的广告已看完，请在 00:00 UTC 之后再来。",
  offer: (seconds, bonus, leftToday) =>
    `观看广告 ${seconds} 秒，令牌本月可增加 ${bonus} 次请求。今天还可观看 ${leftToday} 次。`,
  show: "显示广告",
  house: {
    heading: "搭建自己的 Porthole",
    text:
      "Porthole 是自由软件，运行在你自己的服务器上，数据保存在你自己的磁盘上，默认不会向第三方发送任何访客信息。一条命令即可启动。",
  },
};

export const adTexts: Catalogue<typeof adEn> = { en: adEn, zh: adZh };

/** Messages about completed actions, by the `done` query parameter. */
const doneEn = {
  "ad": "The extra requests have been added to this month's quota.",
  "deleted": "Your account, its tokens and its sessions have been deleted.",
  "email": "Your e-mail address has been changed.",
  "password":
    "Your password has been changed. You are signed out everywhere else.",
  "renamed": "The token has been renamed.",
  "revoked": "The token has been revoked and no longer works.",
  "session": "The session has ended.",
  "sessions": "All other sessions have ended.",
  "signed-out": "You have signed out.",
  "signed-out-here":
    "You have signed out in this browser, but the server could not end the session. It expires 30 days after its last use.",
  "welcome":
    "Welcome! The pages now show you every detail about an address. To use V2 of the API, create a token.",
};

const doneZh: typeof doneEn = {
  "ad": "额外的请求次数已计入本月配额。",
  "deleted": "账号及其令牌、会话已全部删除。",
  "email": "邮箱已更改。",
  "password": "密码已更改，其他所有登录均已退出。",
  "renamed": "令牌已重命名。",
  "revoked": "令牌已吊销，无法再使用。",
  "session": "该会话已结束。",
  "sessions": "其他会话已全部结束。",
  "signed-out": "已退出登录。",
  "signed-out-here":
    "已在此浏览器中退出登录，但服务器未能结束该会话。会话将在最后一次使用 30 天后失效。",
  "welcome": "欢迎！现在可以查看地址的全部信息。如需使用 V2 接口，请创建令牌。",
};

export const doneTexts: Catalogue<typeof doneEn> = { en: doneEn, zh: doneZh };
