import { type Catalogue, numberText } from "../../i18n/language.ts";

const accountEn = {
  description: "Manage a member's account.",
  since: "Joined ",
  tier: {
    title: "Plan",
    legend: "V2 requests per token",
    choice: (tier: string, quota: number) =>
      `${tier}: ${numberText(quota)} per month`,
    vip: (tokens: number, quota: number) =>
      `vip: up to ${tokens} tokens with ${
        numberText(quota)
      } per month each, or the number below`,
    quota: "Requests per month (vip)",
    quotaHint: "Per token. Applies to the vip plan only.",
    set: "Set plan",
  },
  tokens: {
    title: "API tokens",
    empty: "No tokens.",
    name: "Name",
    token: "Token",
    created: "Created",
    lastUsed: "Last used",
    never: "never",
    thisMonth: "This month",
    inactive: "inactive",
    action: "Action",
    revoke: "Revoke",
    revokeOf: (lastFour: string) => `Revoke the token ending in ${lastFour}`,
  },
  password: {
    title: "Password",
    label: "New password",
    hint:
      "At least 10 characters. Setting it ends all sessions of the account. Tell the owner the new password yourself.",
    set: "Set password",
  },
  access: {
    title: "Access",
    isDisabled:
      "This account is disabled: its owner can't sign in and its tokens don't work.",
    enable: "Enable account",
    isOwn:
      "This is your own account. Only another administrator can disable it.",
    whatDisablingDoes:
      "Disabling the account ends all its sessions and stops its tokens from working.",
    disable: "Disable account",
  },
  admin: {
    title: "Administrator rights",
    whatItIs: "An administrator can do everything that you can do here.",
    give: "Make administrator",
    isOwn:
      "You are an administrator. Only another administrator can remove your rights.",
    isAdmin:
      "This member is an administrator. Without these rights, they remain a member.",
    take: "Remove administrator rights",
  },
  delete: {
    title: "Delete account",
    confirm:
      "I understand that the tokens will stop working and that the account can't be restored.",
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
    inactive: "未激活",
    action: "操作",
    revoke: "吊销",
    revokeOf: (lastFour) => `吊销以 ${lastFour} 结尾的令牌`,
  },
  password: {
    title: "密码",
    label: "新密码",
    hint:
      "至少 10 个字符。设置后，该账号的所有会话都会结束。请自行将新密码告知账号所有者。",
    set: "设置密码",
  },
  access: {
    title: "账号状态",
    isDisabled: "账号已停用：所有者无法登录，令牌也无法使用。",
    enable: "启用账号",
    isOwn: "这是你自己的账号，只有其他管理员才能停用。",
    whatDisablingDoes: "停用后，所有会话立即结束，令牌无法再使用。",
    disable: "停用账号",
  },
  admin: {
    title: "管理员权限",
    whatItIs: "管理员可以执行你在这里能做的一切操作。",
    give: "设为管理员",
    isOwn: "你是管理员，只有其他管理员才能撤销你的权限。",
    isAdmin: "该会员是管理员，撤销权限后仍为普通会员。",
    take: "撤销管理员权限",
  },
  delete: {
    title: "删除账号",
    confirm: "我明白令牌会失效，账号数据无法恢复。",
    button: "删除账号",
  },
};

/** The page of a member. */
export const adminAccountTexts: Catalogue<typeof accountEn> = {
  en: accountEn,
  zh: accountZh,
};

const membersEn = {
  title: "Members",
  description: "Accounts on this server.",
  searchLabel: "Search by e-mail address",
  noMore: "No more members.",
  notFound: "No matching e-mail address.",
  more: "More members",
  email: "E-mail address",
  state: "Status",
  tokens: "Tokens",
  since: "Joined",
  tierWithQuota: (tier: string, quota: number) =>
    `${tier}, ${numberText(quota)} per month`,
  administrator: "administrator",
  disabled: "disabled",
  many: {
    title: "Delete many members",
    whatItDoes:
      "Selects members by the date and the network of their sign-up, and shows them first. Administrators are never selected.",
    from: "Signed up from (UTC)",
    to: "Signed up until (UTC)",
    network: "Signed up in the network",
    networkHint:
      "Such as 192.0.2.0/24, or for IPv6 a /48 or a wider block. Networks are kept for 30 days.",
    select: "Show members",
    none: "No member is selected.",
    selected: (count: number) =>
      count === 1
        ? "1 member is selected:"
        : `${numberText(count)} members are selected:`,
    more: (count: number) => `and ${numberText(count)} more`,
    limit: "One click deletes up to 1,000 members, the oldest first.",
    confirm:
      "I understand that the tokens will stop working and that the accounts can't be restored.",
    button: "Delete these members",
  },
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
  many: {
    title: "批量删除会员",
    whatItDoes:
      "按注册日期和注册时的网段选出会员，先列出再删除。管理员不会被选中。",
    from: "注册日期从（UTC）",
    to: "注册日期至（UTC）",
    network: "注册时的网段",
    networkHint:
      "如 192.0.2.0/24；IPv6 请输入 /48 或更大的网段。网段信息只保留 30 天。",
    select: "列出会员",
    none: "没有符合条件的会员。",
    selected: (count) => `已选中 ${numberText(count)} 名会员：`,
    more: (count) => `以及另外 ${numberText(count)} 名`,
    limit: "每次最多删除 1,000 名会员，从最早注册的开始。",
    confirm: "我明白令牌会失效，账号数据无法恢复。",
    button: "删除这些会员",
  },
};

/** The list of members. */
export const adminMemberTexts: Catalogue<typeof membersEn> = {
  en: membersEn,
  zh: membersZh,
};
