import type { Audience } from "../../ipinfo/view/home_fields.ts";
import type { Catalogue } from "../../i18n/language.ts";

const zhAudiences: Readonly<Record<Audience, string>> = {
  guest: "访客",
  member: "会员",
};

const en = {
  title: "Fields",
  description: "What the home page shows to guests and to members.",
  heading: "Fields of the home page",
  preview: "What is seen of your own address now",
  field: "Field",
  layer: "Layer",
  guests: "Guests",
  members: "Members",
  layers: { 1: "at once", 2: "in the details", 3: "advanced" },
  save: "Save",
  never: "never: it is personal data",
  switchLabel: (field: string, audience: Audience) =>
    `${field} for ${audience}s`,
  notPublic:
    "Of an address that is not of the public internet nothing else is shown.",
  locked: (labels: readonly string[]) => `Locked: ${labels.join(", ")}.`,
};

const zh: typeof en = {
  title: "字段",
  description: "首页向访客和会员显示的内容。",
  heading: "首页字段",
  preview: "以你自己的地址预览",
  field: "字段",
  layer: "层级",
  guests: "访客",
  members: "会员",
  layers: { 1: "直接显示", 2: "展开后显示", 3: "高级信息" },
  save: "保存",
  never: "不可开放：属于个人数据",
  switchLabel: (field, audience) => `${field}：向${zhAudiences[audience]}显示`,
  notPublic: "非公网地址，没有更多可显示的信息。",
  locked: (labels) => `仅会员可见：${labels.join("、")}。`,
};

/** Which fields of the home page each audience sees. */
export const adminFieldTexts: Catalogue<typeof en> = { en, zh };
