import type { Catalogue } from "../language.ts";

/** Where a member is signed in. */
const en = {
  title: "Sessions – Porthole",
  description: "Where you are signed in.",
  heading: "Sessions",
  caption: "Where you are signed in",
  empty: "There is no session.",
  columns: {
    agent: "Program",
    address: "Address",
    created: "Signed in",
    seen: "Last seen",
    end: "End",
  },
  unknown: "unknown",
  thisOne: "This one",
  end: "End",
  endFrom: (address: string) => `End the session from ${address}`,
  endOthers: "End all others",
};

const zh: typeof en = {
  title: "会话 – Porthole",
  description: "账号已登录的位置。",
  heading: "会话",
  caption: "已登录的会话",
  empty: "没有会话。",
  columns: {
    agent: "客户端",
    address: "地址",
    created: "登录时间",
    seen: "最近活动",
    end: "操作",
  },
  unknown: "未知",
  thisOne: "当前会话",
  end: "结束",
  endFrom: (address) => `结束来自 ${address} 的会话`,
  endOthers: "结束其他所有会话",
};

export const sessionTexts: Catalogue<typeof en> = { en, zh };
