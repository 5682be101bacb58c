import type { Catalogue } from "../language.ts";
import { numberText } from "../time_text.ts";

const en = {
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

const zh: typeof en = {
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
export const adminMemberTexts: Catalogue<typeof en> = { en, zh };
