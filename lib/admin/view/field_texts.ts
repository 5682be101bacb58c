import type { Audience } from "../../ipinfo/view/home_fields.ts";
import type { Catalogue } from "../../i18n/language.ts";

const zhAudiences: Readonly<Record<Audience, string>> = {
  guest: "访客",
  member: "会员",
};

const en = {
  title: "Fields",
  description: "Choose what the home page shows to guests and members.",
  heading: "Home page fields",
  preview: "Preview with your own address",
  field: "Field",
  guests: "Guests",
  members: "Members",
  layers: { 1: "Always visible", 2: "More details", 3: "Advanced" },
  save: "Save",
  never: "never (personal data)",
  switchLabel: (field: string, audience: Audience) =>
    `Show ${field} to ${audience}s`,
  notPublic: "This is not a public address, so there is nothing else to show.",
  locked: (labels: readonly string[]) => `Members only: ${labels.join(", ")}.`,
};

const zh: typeof en = {
  title: "字段",
  description: "设置首页向访客和会员显示的内容。",
  heading: "首页字段",
  preview: "以你自己的地址预览",
  field: "字段",
  guests: "访客",
  members: "会员",
  layers: { 1: "始终显示", 2: "更多信息", 3: "高级信息" },
  save: "保存",
  never: "不可开放（个人数据）",
  switchLabel: (field, audience) => `${field}：向${zhAudiences[audience]}显示`,
  notPublic: "这不是公网地址，没有其他可显示的信息。",
  locked: (labels) => `仅会员可见：${labels.join("、")}。`,
};

/** The page of field switches. */
export const adminFieldTexts: Catalogue<typeof en> = { en, zh };
