import assert from "node:assert/strict";
import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import { errorText, fieldError } from "../../../lib/i18n/errors.ts";

const untilMs = Date.UTC(2026, 10, 21, 13);

const sentences: readonly (readonly [ErrorParams, en: string, zh: string])[] = [
  [
    { reason: "nothing_here" },
    "There is no page at this URL.",
    "此网址没有对应的页面。",
  ],
  [
    { reason: "rate_limited", limit: 120, windowSeconds: 60, retrySeconds: 1 },
    "Too many requests: the limit is 120 requests per 60 seconds. Please slow down, and try again in 1 second.",
    "请求过于频繁：每 60 秒限 120 次。请降低频率，并在 1 秒后重试。",
  ],
  [
    { reason: "rate_limited", limit: 1, windowSeconds: 1, retrySeconds: 2 },
    "Too many requests: the limit is 1 request per 1 second. Please slow down, and try again in 2 seconds.",
    "请求过于频繁：每 1 秒限 1 次。请降低频率，并在 2 秒后重试。",
  ],
  [
    { reason: "address_banned_until", untilMs },
    "Your address is banned until 2026-11-21T13:00:00Z.",
    "你的地址已被封禁至 2026-11-21T13:00:00Z。",
  ],
  [
    { reason: "address_banned_for_excess", untilMs: untilMs + 1 },
    "Your address is banned until 2026-11-21T13:00:01Z because it exceeded the rate limits too often.",
    "你的地址多次超出访问限制，已被封禁至 2026-11-21T13:00:01Z。",
  ],
  [
    { reason: "not_one_of", name: "tier", values: ["free", "vip"] },
    "The tier must be one of free, vip.",
    "tier 须为以下之一：free、vip。",
  ],
  [
    { reason: "ban_block_too_wide", family: 6, minPrefixLength: 16 },
    "The widest IPv6 block you can ban is a /16.",
    "IPv6 网段的前缀长度不能小于 /16。",
  ],
  [
    { reason: "ad_too_early", waitSeconds: 5 },
    "Too early: click again in 5 seconds.",
    "时间未到，请在 5 秒后再点击。",
  ],
  [
    { reason: "token_slots_spent", max: 5, freeAtMs: untilMs },
    "All 5 token slots are taken. The slot of a revoked token becomes free at 2026-11-21T13:00:00Z.",
    "5 个令牌名额均被占用；已吊销令牌的名额将于 2026-11-21T13:00:00Z 释放。",
  ],
  [
    { reason: "address_reserved", block: "Private-Use" },
    "The address is not part of the public internet (Private-Use).",
    "该地址不属于公共互联网（Private-Use）。",
  ],
  [
    { reason: "address_reserved", block: null },
    "The address is not part of the public internet.",
    "该地址不属于公共互联网。",
  ],
  [
    { reason: "registry_failed", failure: "timeout" },
    "The registry could not be queried: the server did not respond in time. Try again in a moment.",
    "无法查询注册机构：服务器响应超时。请稍后重试。",
  ],
];

for (const [params, en, zh] of sentences) {
  Deno.test(`errorText - ${JSON.stringify(params)}`, () => {
    assert.equal(errorText("en", params), en);
    assert.equal(errorText("zh", params), zh);
  });
}

Deno.test("errorText - does not interpret replacement patterns in parameters", () => {
  const target = "$&$1.test";
  assert.equal(
    errorText("en", { reason: "not_registered", target }),
    "No registration exists for $&$1.test.",
  );
});

Deno.test("fieldError - the parameters of an error of that field", () => {
  const params = { reason: "email_taken" } as const;
  const error = { field: "email", params };
  assert.equal(fieldError("email", error), params);
  assert.equal(fieldError("password", error), undefined);
  assert.equal(fieldError("email", { field: null, params }), undefined);
  assert.equal(fieldError("email", null), undefined);
});
