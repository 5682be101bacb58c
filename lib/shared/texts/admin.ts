import type { Catalogue } from "../language.ts";
import { numberText } from "../time_text.ts";

const en = {
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
    who: "Who",
    what: "What",
    whom: "Whom",
    how: "How",
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

const zh: typeof en = {
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
    who: "操作者",
    what: "操作",
    whom: "对象",
    how: "详情",
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
export const adminTexts: Catalogue<typeof en> = { en, zh };
