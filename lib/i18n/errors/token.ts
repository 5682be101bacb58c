import type { TokenErrorReasons } from "../../core/error_reasons.ts";
import { counted, type ErrorTexts, isoTime } from "./error_texts.ts";

/** API tokens, and the ads that add to their quotas. */
export const tokenErrors: ErrorTexts<TokenErrorReasons> = {
  token_required: {
    en:
      "Send a valid API token as Authorization: Bearer or X-API-Key. You can create one at /console.",
    zh:
      "请通过 Authorization: Bearer 或 X-API-Key 发送有效的 API 令牌。令牌可在 /console 创建。",
  },
  token_account_disabled: {
    en:
      "This token's account is disabled. Contact the operator of this service.",
    zh: "此令牌的账号已停用，请联系本服务的运营者。",
  },
  token_inactive: {
    en:
      "This token is inactive: your plan allows fewer tokens. To use it, revoke an older token at /console.",
    zh:
      "此令牌未激活：账号当前等级允许的令牌数较少。在 /console 吊销一个更早的令牌后即可使用。",
  },
  quota_used_up: {
    en: ({ limit, resetAtMs }) =>
      `The monthly limit of ${limit} requests is used up; it resets at ${
        isoTime(resetAtMs)
      }. See your usage at /console. On the free plan, /console/ad adds requests.`,
    zh: ({ limit, resetAtMs }) =>
      `本月的 ${limit} 次请求已用完，将于 ${
        isoTime(resetAtMs)
      } 重置。用量见 /console；免费账号可在 /console/ad 增加请求次数。`,
  },
  quota_too_small: {
    en: ({ count, remaining, resetAtMs }) =>
      `This batch needs ${counted(count, "request")}, but only ${remaining} ${
        remaining === 1 ? "is" : "are"
      } left this month. Nothing was charged. Send a smaller batch, or wait until the quota resets at ${
        isoTime(resetAtMs)
      }.`,
    zh: ({ count, remaining, resetAtMs }) =>
      `此批量请求需要 ${count} 次配额，而本月只剩 ${remaining} 次，因此未扣除配额。请减少目标，或等到配额于 ${
        isoTime(resetAtMs)
      } 重置。`,
  },
  token_not_found: {
    en: "This token does not exist.",
    zh: "没有这个令牌。",
  },
  tokens_changed: {
    en:
      "No token was created: your tokens have changed since you opened the form. A token is shown only once, right after it is created.",
    zh: "未创建令牌：打开该表单之后，令牌已有变动。令牌只在创建后显示一次。",
  },
  token_name_malformed: {
    en: ({ max }) => `The name must have 1 to ${max} characters on one line.`,
    zh: ({ max }) => `名称为 1 至 ${max} 个字符，不能换行。`,
  },
  replaced_token_gone: {
    en: "The token to replace no longer exists.",
    zh: "要替换的令牌已不存在。",
  },
  inactive_token_not_replaceable: {
    en: "An inactive token cannot be replaced, only revoked.",
    zh: "未激活的令牌不能替换，只能吊销。",
  },
  one_token_only: {
    en:
      "This account already has a token. You can replace it; this month's usage carries over.",
    zh: "此账号已有令牌。可以用新令牌替换它，本月用量会延续到新令牌。",
  },
  token_limit: {
    en: ({ max }) =>
      `This account already has ${max} tokens, the maximum. You can replace one of them.`,
    zh: ({ max }) =>
      `此账号已有 ${max} 个令牌，达到上限。可以用新令牌替换其中一个。`,
  },
  token_slots_spent: {
    en: ({ max, freeAtMs }) =>
      `All ${max} token slots are taken. The slot of a revoked token becomes free at ${
        isoTime(freeAtMs)
      }.`,
    zh: ({ max, freeAtMs }) =>
      `${max} 个令牌名额均被占用；已吊销令牌的名额将于 ${
        isoTime(freeAtMs)
      } 释放。`,
  },
  ad_not_for_plan: {
    en: "Only free accounts can earn requests by watching ads.",
    zh: "只有免费账号可以通过广告增加配额。",
  },
  ad_without_token: {
    en: "Create a token first: ads add requests to its quota.",
    zh: "请先创建令牌：广告增加的是令牌的配额。",
  },
  ad_ticket_redeemed: {
    en: "The requests for this ad have already been added.",
    zh: "此广告的请求次数已经计入。",
  },
  ad_ticket_invalid: {
    en: "This ad can't be counted. Show it again.",
    zh: "此次观看无法计入，请重新显示广告。",
  },
  ad_ticket_of_another_account: {
    en: "This ad was shown to another account.",
    zh: "此广告是向其他账号显示的。",
  },
  ad_ticket_expired: {
    en: "More than 10 minutes have passed. Show the ad again.",
    zh: "已超过 10 分钟，请重新显示广告。",
  },
  ad_too_early: {
    en: ({ waitSeconds }) =>
      `Too early: click again in ${counted(waitSeconds, "second")}.`,
    zh: ({ waitSeconds }) => `时间未到，请在 ${waitSeconds} 秒后再点击。`,
  },
  ads_used_up: {
    en: ({ maxPerDay }) =>
      `You have watched all ${maxPerDay} ads for today. Come back after 00:00 UTC.`,
    zh: ({ maxPerDay }) =>
      `今天的 ${maxPerDay} 个广告已看完，请在 00:00 UTC 之后再来。`,
  },
};
