import { type Catalogue, numberText } from "../../i18n/language.ts";

const adminEn = {
  nav: {
    label: "Administration",
    overview: "Overview",
    members: "Members",
    bans: "Bans",
    fields: "Fields",
    analytics: "Analytics",
    audit: "Audit log",
  },
  overview: {
    title: "Administration",
    description: "How this Porthole stands.",
    members: "Members",
    administrators: "Administrators",
    manualBans: "Bans by hand",
    automaticBans: "Automatic bans",
    guestFields: (count: number) => `Fields for guests, of ${count}`,
    memberFields: (count: number) => `Fields for members, of ${count}`,
    latest: "Latest actions",
  },
  audit: {
    title: "Audit log",
    description: "What administrators did.",
    caption: "What administrators did",
    empty: "Nothing is on record.",
    time: "Time",
    actor: "Actor",
    action: "Action",
    target: "Target",
    details: "Details",
    older: "Older entries",
  },
  lists: {
    pages: "Pages",
    fromStart: "From the start",
    search: "Search",
    more: (shown: number, count: number) =>
      `These are the latest ${numberText(shown)} of ${
        numberText(count)
      }; search for the others.`,
  },
};

const adminZh: typeof adminEn = {
  nav: {
    label: "管理后台",
    overview: "概览",
    members: "会员",
    bans: "封禁",
    fields: "字段",
    analytics: "访问统计",
    audit: "审计日志",
  },
  overview: {
    title: "管理后台",
    description: "本站的运行概况。",
    members: "会员",
    administrators: "管理员",
    manualBans: "手动封禁",
    automaticBans: "自动封禁",
    guestFields: (count) => `访客可见字段（共 ${count} 个）`,
    memberFields: (count) => `会员可见字段（共 ${count} 个）`,
    latest: "最近操作",
  },
  audit: {
    title: "审计日志",
    description: "管理员的操作记录。",
    caption: "管理员的操作记录",
    empty: "暂无记录。",
    time: "时间",
    actor: "操作者",
    action: "操作",
    target: "对象",
    details: "详情",
    older: "更早的记录",
  },
  lists: {
    pages: "分页",
    fromStart: "回到开头",
    search: "搜索",
    more: (shown, count) =>
      `共 ${numberText(count)} 条，此处为最近 ${
        numberText(shown)
      } 条；其余请搜索。`,
  },
};

/** What the pages of the administration have in common, its overview and its record. */
export const adminTexts: Catalogue<typeof adminEn> = {
  en: adminEn,
  zh: adminZh,
};

const doneEn = {
  "admin": "This member is an administrator now.",
  "banned": "The ban is in force.",
  "deleted": "The account, its tokens and its sessions are gone.",
  "disabled":
    "The account is disabled: its sessions have ended and its tokens are refused.",
  "enabled": "The account may be used again.",
  "fields": "The home page shows what you chose from now on.",
  "lifted": "The ban is lifted.",
  "no-admin": "This member is no administrator any more.",
  "password":
    "The new password is set, and all sessions of the account have ended.",
  "revoked": "The token has been revoked. Nobody can use it any more.",
  "tier": "The tier is set, and counts from the next request on.",
};

const doneZh: typeof doneEn = {
  "admin": "该会员已成为管理员。",
  "banned": "封禁已生效。",
  "deleted": "账号及其令牌、会话均已删除。",
  "disabled": "账号已停用：会话已全部结束，令牌不再可用。",
  "enabled": "账号已恢复使用。",
  "fields": "设置已保存，首页即刻按此显示。",
  "lifted": "封禁已解除。",
  "no-admin": "该会员不再是管理员。",
  "password": "新密码已设置，该账号的所有会话均已结束。",
  "revoked": "令牌已吊销，任何人都无法再使用。",
  "tier": "等级已设置，从下一次请求起生效。",
};

/** What an administrator has done, by its word in a page's address. */
export const adminDoneTexts: Catalogue<typeof doneEn> = {
  en: doneEn,
  zh: doneZh,
};
