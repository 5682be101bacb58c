import type { ErrorTexts } from "./translation.ts";

/** The sentences of `lib/accounts`. */
export const accountErrors: ErrorTexts = {
  sentences: {
    "The e-mail address or the password is wrong.": "邮箱或密码错误。",
    "This account is disabled; please ask whoever runs this service.":
      "此账号已停用，请联系本服务的运营者。",
    "This account is disabled.": "此账号已停用。",
    "The account has just been changed; please sign in again.":
      "账号刚刚有变动，请重新登录。",
    "There is no room for more accounts here.": "本站的账号数已达上限。",
    "There is no such account.": "没有这个账号。",
    "There is an account with this e-mail address already.":
      "该邮箱已注册账号。",
    "This is no e-mail address.": "邮箱格式不正确。",
    "The current password is wrong.": "当前密码错误。",
    "The password must not be the e-mail address.": "密码不能与邮箱相同。",
    "The password must not be one character over and over.":
      "密码不能由同一个字符重复组成。",
    "Too many passwords are being checked just now; please try again in a few seconds.":
      "正在校验的密码过多，请几秒后重试。",
    "Please tick this box to go on.": "请勾选此项后继续。",
    "This is the last administrator; another one is needed first.":
      "这是最后一名管理员，请先另设一名。",
    "You cannot disable yourself.": "不能停用自己的账号。",
    "You cannot take this from yourself.": "不能取消自己的管理员权限。",
    "You cannot delete yourself here.": "不能在这里删除自己的账号。",
    "A valid API token is required, as Authorization: Bearer or X-API-Key.":
      "需要有效的 API 令牌，通过 Authorization: Bearer 或 X-API-Key 传递。",
    "This token sleeps: the account's plan has fewer tokens now.":
      "此令牌已休眠：账号当前等级的令牌名额已减少。",
    "There is no such token.": "没有这个令牌。",
    "Nothing was created: your tokens have changed since that form was opened. A token is shown only once, right after it was made.":
      "未创建令牌：打开该表单之后，令牌已有变动。令牌只在创建后显示一次。",
    "The token to replace is no longer there.": "要替换的令牌已不存在。",
    "A token that sleeps cannot be replaced, only revoked.":
      "休眠的令牌不能替换，只能吊销。",
    "This account has a token. A new one can replace it, with the same count.":
      "此账号已有令牌。可以用新令牌替换它，用量接着累计。",
    "Ads add to the quota of free accounts only.":
      "只有免费账号可以通过广告增加配额。",
    "There is no token yet that an ad could add to.":
      "还没有可以增加配额的令牌。",
    "This ticket has been redeemed.": "此凭证已兑换过。",
    "This is no ticket of ours.": "此凭证无效。",
    "This ticket was given to another account.": "此凭证属于其他账号。",
    "This ticket has expired; please begin anew.": "此凭证已过期，请重新开始。",
  },
  patterns: [
    [/^A password needs at least (\d+) characters\.$/, "密码至少 $1 个字符。"],
    [
      /^A password can have at most (\d+) characters\.$/,
      "密码最多 $1 个字符。",
    ],
    [
      /^A name has 1 to (\d+) characters, on one line\.$/,
      "名称为 1 至 $1 个字符，不能换行。",
    ],
    [
      /^This account has (\d+) tokens, and no room for more\. A new one can replace one of them\.$/,
      "此账号已有 $1 个令牌，名额已满。可以用新令牌替换其中一个。",
    ],
    [
      /^All (\d+) places for tokens are taken; that of a revoked token is free again at (\S+)\.$/,
      "$1 个令牌名额均被占用；已吊销令牌的名额将于 $2 释放。",
    ],
    [
      /^The quota must be a whole number from 0 to (\d+)\.$/,
      "配额须为 0 至 $1 的整数。",
    ],
    [
      /^This is too early: please wait (\d+) more seconds?\.$/,
      "时间未到，请再等 $1 秒。",
    ],
    [
      /^No more today: (\d+) ads a day add to a quota\. The next day begins at 00:00 UTC\.$/,
      "今天的次数已用完：每天最多 $1 个广告可增加配额，00:00 UTC 起重新计数。",
    ],
  ],
};
