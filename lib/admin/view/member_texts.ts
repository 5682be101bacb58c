import { type Catalogue, numberText } from "../../i18n/language.ts";

const accountEn = {
  description: "One member's account.",
  since: "Since ",
  tier: {
    title: "Tier",
    legend: "Requests of V2 for each token",
    choice: (tier: string, quota: number) =>
      `${tier}: ${numberText(quota)} a month`,
    vip: (tokens: number, quota: number) =>
      `vip: up to ${tokens} tokens, ${
        numberText(quota)
      } a month each or as many as below`,
    quota: "A vip's requests a month",
    quotaHint: "For each token; heeded for a vip alone.",
    set: "Set tier",
  },
  tokens: {
    title: "API tokens",
    empty: "There is no token.",
    name: "Name",
    token: "Token",
    created: "Created",
    lastUsed: "Last used",
    never: "never",
    thisMonth: "This month",
    asleep: "asleep",
    revoke: "Revoke",
    revokeOf: (lastFour: string) => `Revoke the token that ends in ${lastFour}`,
  },
  password: {
    title: "New password",
    hint:
      "At least 10 characters. It ends all sessions of the account; tell its owner another way.",
    set: "Set password",
  },
  access: {
    title: "Access",
    isDisabled: "Nobody can sign in, and the tokens are refused.",
    enable: "Enable account",
    isOwn: "This is your own account: another administrator can disable it.",
    whatDisablingDoes: "Ends all sessions, and has the tokens refused.",
    disable: "Disable account",
  },
  admin: {
    title: "Administration",
    whatItIs: "An administrator can do everything that you can do here.",
    give: "Make an administrator",
    isOwn: "You are an administrator: another one can take that from you.",
    isAdmin: "This member is an administrator, and stays a member without.",
    take: "Take administration away",
  },
  delete: {
    title: "Delete the account",
    confirm:
      "The tokens stop working, and nothing of the account can be had back.",
    button: "Delete account",
  },
};

const accountZh: typeof accountEn = {
  description: "会员账号详情。",
  since: "注册于 ",
  tier: {
    title: "等级",
    legend: "每个令牌的 V2 请求配额",
    choice: (tier, quota) => `${tier}：每月 ${numberText(quota)} 次`,
    vip: (tokens, quota) =>
      `VIP：最多 ${tokens} 个令牌，每个每月 ${
        numberText(quota)
      } 次，或按下方的数值`,
    quota: "VIP 的每月请求数",
    quotaHint: "按令牌计算，仅对 VIP 生效。",
    set: "设置等级",
  },
  tokens: {
    title: "API 令牌",
    empty: "没有令牌。",
    name: "名称",
    token: "令牌",
    created: "创建时间",
    lastUsed: "最近使用",
    never: "从未使用",
    thisMonth: "本月用量",
    asleep: "休眠中",
    revoke: "吊销",
    revokeOf: (lastFour) => `吊销以 ${lastFour} 结尾的令牌`,
  },
  password: {
    title: "新密码",
    hint:
      "至少 10 个字符。设置后该账号的所有会话都会结束，新密码请另行告知账号所有者。",
    set: "设置密码",
  },
  access: {
    title: "账号状态",
    isDisabled: "账号已停用：无法登录，令牌会被拒绝。",
    enable: "启用账号",
    isOwn: "这是你自己的账号，只能由其他管理员停用。",
    whatDisablingDoes: "停用后所有会话立即结束，令牌会被拒绝。",
    disable: "停用账号",
  },
  admin: {
    title: "管理员权限",
    whatItIs: "管理员可以执行你在这里能做的一切操作。",
    give: "设为管理员",
    isOwn: "你是管理员，该权限只能由其他管理员撤销。",
    isAdmin: "该会员是管理员，撤销后仍是普通会员。",
    take: "撤销管理员权限",
  },
  delete: {
    title: "删除账号",
    confirm: "我了解：令牌会立即失效，账号的任何内容都无法恢复。",
    button: "删除账号",
  },
};

/** One member, and what an administrator can do to them. */
export const adminAccountTexts: Catalogue<typeof accountEn> = {
  en: accountEn,
  zh: accountZh,
};

const membersEn = {
  title: "Members",
  description: "Who has an account here.",
  searchLabel: "Part of an e-mail address",
  noMore: "There are no more members.",
  notFound: "No e-mail address holds this text.",
  more: "More members",
  email: "E-mail address",
  state: "State",
  tokens: "Tokens",
  since: "Since",
  tierWithQuota: (tier: string, quota: number) =>
    `${tier}, ${numberText(quota)} a month`,
  administrator: "administrator",
  disabled: "disabled",
};

const membersZh: typeof membersEn = {
  title: "会员",
  description: "在本站注册的账号。",
  searchLabel: "按邮箱地址搜索",
  noMore: "没有更多会员。",
  notFound: "没有匹配的邮箱地址。",
  more: "更多会员",
  email: "邮箱地址",
  state: "状态",
  tokens: "令牌",
  since: "注册时间",
  tierWithQuota: (tier, quota) => `${tier}，每月 ${numberText(quota)} 次`,
  administrator: "管理员",
  disabled: "已停用",
};

/** Members in a list, and what they are. */
export const adminMemberTexts: Catalogue<typeof membersEn> = {
  en: membersEn,
  zh: membersZh,
};
