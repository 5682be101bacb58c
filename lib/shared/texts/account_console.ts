import type { Catalogue } from "../language.ts";

/** The console: its pages, its tokens and the examples below them. */
const en = {
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

const zh: typeof en = {
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

export const consoleTexts: Catalogue<typeof en> = { en, zh };
