import { type Catalogue, numberText } from "../../i18n/language.ts";
import type { Audience } from "../../ipinfo/view/home_fields.ts";

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
    description: "Status of this Porthole server.",
    members: "Members",
    administrators: "Administrators",
    manualBans: "Manual bans",
    automaticBans: "Automatic bans",
    guestFields: (count: number) => `Fields for guests (of ${count})`,
    memberFields: (count: number) => `Fields for members (of ${count})`,
    latest: "Recent actions",
  },
  off: {
    title: "Off on this server",
    part: "Part",
    reason: "Reason",
    parts: {
      index: "DNS index",
      updates: "Data updates",
      name_server: "Name server of the probe zone",
      stun: "STUN server",
      second_stun: "Second port of the STUN server",
      whois: "Whois page",
      registrations: "Registration data in V2",
    },
    reasons: {
      no_folder: "DATA_DIR is not writable.",
      no_udp: "This platform has no UDP.",
      whois_off: "WHOIS is set to off.",
      rdap_off:
        "RDAP is off, so the registries are not asked about visitors. V2’s registry, holder, abuse contact, and name and dates of the autonomous system depend on RDAP=on or on another source.",
      not_started: "It could not start. The log has the reason.",
    },
  },
  data: {
    title: "Data",
    caption: "Data in use",
    name: "Data",
    date: "Date",
    age: "Age",
    checked: "Last check",
    next: "Next check",
    never: "never",
    status: "Status",
    old: "old",
    good: "good",
    isOld: "More than 60 days old: ",
    failed: "Last update failed: ",
    needs: (variables: readonly string[]) => `needs ${variables.join(" and ")}`,
    failure: (reason: string) => reason,
    comma: ", ",
    isOff: "Automatic updates are off: DATA_UPDATE is set to off.",
    cannotUpdate: "This server uses the data of its build.",
    update: "Update now",
    isUpdating: "An update is running. Reload this page to see its progress.",
    others: (count: number) => `Not in use (${numberText(count)})`,
    othersCaption: "Data that is not in use",
    missing: "not downloaded",
  },
  audit: {
    title: "Audit log",
    description: "Actions taken by administrators.",
    caption: "Actions taken by administrators",
    empty: "No entries.",
    time: "Time",
    actor: "Actor",
    action: "Action",
    target: "Target",
    details: "Details",
    older: "Older entries",
  },
  lists: {
    more: (shown: number, count: number) =>
      `Showing the latest ${numberText(shown)} of ${
        numberText(count)
      }. Search to find the others.`,
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
  off: {
    title: "本服务器未启用的部分",
    part: "部分",
    reason: "原因",
    parts: {
      index: "DNS 索引",
      updates: "数据更新",
      name_server: "探测域的域名服务器",
      stun: "STUN 服务器",
      second_stun: "STUN 服务器的第二端口",
      whois: "Whois 页面",
      registrations: "V2 中的注册信息",
    },
    reasons: {
      no_folder: "DATA_DIR 不可写。",
      no_udp: "此平台不支持 UDP。",
      whois_off: "WHOIS 已设为 off。",
      rdap_off:
        "RDAP 未启用，服务器不会向注册机构查询访客。V2 的注册机构、持有者、滥用投诉联系方式以及自治系统的名称和日期需要 RDAP=on 或其他数据源。",
      not_started: "无法启动，原因见日志。",
    },
  },
  data: {
    title: "数据",
    caption: "正在使用的数据",
    name: "数据",
    date: "日期",
    age: "距今",
    checked: "上次检查",
    next: "下次检查",
    never: "从未",
    status: "状态",
    old: "较旧",
    good: "正常",
    isOld: "超过 60 天的旧数据：",
    failed: "上次更新失败：",
    needs: (variables) => `需要设置 ${variables.join(" 和 ")}`,
    // The reason is in English.
    failure: () => "更新失败，原因见服务器日志",
    comma: "、",
    isOff: "DATA_UPDATE 已设为 off，服务器不会自动更新数据。",
    cannotUpdate: "本服务器使用构建时附带的数据。",
    update: "立即更新",
    isUpdating: "正在更新数据，刷新页面可查看进度。",
    others: (count) => `未使用的数据（${numberText(count)}）`,
    othersCaption: "未使用的数据",
    missing: "未下载",
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
    more: (shown, count) =>
      `共 ${numberText(count)} 条，仅显示最近 ${
        numberText(shown)
      } 条，其余请搜索。`,
  },
};

/** The navigation of the administration, its overview and its audit log. */
export const adminTexts: Catalogue<typeof adminEn> = {
  en: adminEn,
  zh: adminZh,
};

const doneEn = {
  "admin": "This member is now an administrator.",
  "banned": "The ban has been added.",
  "data-off": "This server cannot update its data.",
  "data-running": "An update is already running.",
  "data-started": "The update has started. It runs in the background.",
  "deleted": "The account, its tokens and its sessions have been deleted.",
  "deleted-many":
    "The accounts, their tokens and their sessions have been deleted.",
  "disabled":
    "The account has been disabled. Its sessions have ended and its tokens no longer work.",
  "enabled": "The account has been enabled.",
  "fields": "Your changes have been saved. The home page shows them now.",
  "lifted": "The ban has been lifted.",
  "no-admin": "This member is no longer an administrator.",
  "password":
    "The password has been changed, and all sessions of the account have ended.",
  "revoked": "The token has been revoked and no longer works.",
  "tier":
    "The plan has been changed. The change applies from the next request.",
};

const doneZh: typeof doneEn = {
  "admin": "该会员已成为管理员。",
  "banned": "封禁已添加。",
  "data-off": "本服务器无法更新数据。",
  "data-running": "数据更新正在进行中。",
  "data-started": "已开始更新数据，更新在后台进行。",
  "deleted": "账号及其令牌、会话均已删除。",
  "deleted-many": "所选账号及其令牌、会话均已删除。",
  "disabled": "账号已停用：会话已全部结束，令牌不再可用。",
  "enabled": "账号已启用。",
  "fields": "更改已保存，首页会立即按新设置显示。",
  "lifted": "封禁已解除。",
  "no-admin": "该会员不再是管理员。",
  "password": "密码已更改，该账号的所有会话均已结束。",
  "revoked": "令牌已吊销，无法再使用。",
  "tier": "等级已更改，从下一次请求起生效。",
};

/** Messages about completed actions, by the `done` query parameter. */
export const adminDoneTexts: Catalogue<typeof doneEn> = {
  en: doneEn,
  zh: doneZh,
};

const zhAudiences: Readonly<Record<Audience, string>> = {
  guest: "访客",
  member: "会员",
};

const fieldsEn = {
  title: "Fields",
  description: "Choose what the home page shows to guests and members.",
  heading: "Home page fields",
  preview: "Preview with your own address",
  field: "Field",
  guests: "Guests",
  members: "Members",
  layers: { 1: "Always visible", 2: "More details", 3: "Advanced" },
  save: "Save",
  tryOut: "Preview",
  notSaved: "This is a preview. Nothing has been saved yet.",
  never: "never",
  personal: "Abuse contacts are personal data. Guests never see them.",
  switchLabel: (field: string, audience: Audience) =>
    `Show ${field} to ${audience}s`,
  notPublic: "There is nothing else to show.",
  locked: (labels: readonly string[]) => `Members only: ${labels.join(", ")}.`,
};

const fieldsZh: typeof fieldsEn = {
  title: "字段",
  description: "设置首页向访客和会员显示的内容。",
  heading: "首页字段",
  preview: "以你自己的地址预览",
  field: "字段",
  guests: "访客",
  members: "会员",
  layers: { 1: "始终显示", 2: "更多信息", 3: "高级信息" },
  save: "保存",
  tryOut: "预览",
  notSaved: "这是预览，更改尚未保存。",
  never: "不显示",
  personal: "滥用举报联系方式属于个人数据，从不向访客显示。",
  switchLabel: (field, audience) => `${field}：向${zhAudiences[audience]}显示`,
  notPublic: "没有其他可显示的信息。",
  locked: (labels) => `仅会员可见：${labels.join("、")}。`,
};

/** The page of field switches. */
export const adminFieldTexts: Catalogue<typeof fieldsEn> = {
  en: fieldsEn,
  zh: fieldsZh,
};
