import type { Catalogue } from "../language.ts";

/** What a form has done, by the word in the next page's address. */
const en = {
  "ad": "The extra requests have been added to this month's quota.",
  "deleted": "Your account, its tokens and its sessions are gone.",
  "email": "Your e-mail address has been changed.",
  "password":
    "Your password has been changed. You are signed out everywhere else.",
  "renamed": "The token has its new name.",
  "revoked": "The token has been revoked. Nobody can use it any more.",
  "session": "That session has ended.",
  "sessions": "All other sessions have ended.",
  "signed-out": "You are signed out.",
  "signed-out-here":
    "You are signed out in this browser. The session itself could not be ended just now: it may live on until it ends by itself, 30 days after its last use.",
};

const zh: typeof en = {
  "ad": "额外的请求次数已计入本月配额。",
  "deleted": "账号及其令牌、会话已全部删除。",
  "email": "邮箱已更改。",
  "password": "密码已更改，其他所有登录均已退出。",
  "renamed": "令牌已重命名。",
  "revoked": "令牌已吊销，任何人都无法再使用。",
  "session": "该会话已结束。",
  "sessions": "其他会话已全部结束。",
  "signed-out": "已退出登录。",
  "signed-out-here":
    "已在此浏览器中退出登录。会话本身暂时未能结束，可能保留到最后一次使用 30 天后自动失效。",
};

export const doneTexts: Catalogue<typeof en> = { en, zh };
