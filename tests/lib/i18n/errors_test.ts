import assert from "node:assert/strict";
import type {
  ErrorParams,
  ErrorReasons,
} from "../../../lib/core/error_reasons.ts";
import {
  errorText,
  extendedErrorText,
  fieldError,
} from "../../../lib/i18n/errors.ts";
import en from "../../../lib/core/errors/en.json" with { type: "json" };
import zh from "../../../lib/core/errors/zh.json" with { type: "json" };

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
    { reason: "quota_too_small", count: 1, remaining: 1, resetAtMs: untilMs },
    "This batch needs 1 request, but only 1 is left this month. Nothing was charged. Send a smaller batch, or wait until the quota resets at 2026-11-21T13:00:00Z.",
    "此批量请求需要 1 次配额，而本月只剩 1 次，因此未扣除配额。请减少目标，或等到配额于 2026-11-21T13:00:00Z 重置。",
  ],
  [
    { reason: "dnssec_validation_failed", extendedErrors: [6, 99] },
    "The resolver rejects the records of this name because their DNSSEC signatures don't validate: the signatures are bogus; extended error 99.",
    "解析器拒绝返回该域名的记录，因为 DNSSEC 签名验证失败：签名无效；扩展错误 99。",
  ],
  [
    { reason: "dnssec_validation_failed", extendedErrors: [] },
    "The resolver rejects the records of this name because their DNSSEC signatures don't validate.",
    "解析器拒绝返回该域名的记录，因为 DNSSEC 签名验证失败。",
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

type WithParams = {
  [
    R in keyof ErrorReasons as keyof ErrorReasons[R] extends never ? never : R
  ]: ErrorReasons[R];
};

/** Does not compile if a reason with parameters is missing. */
const params: WithParams = {
  body_too_large: { maxBytes: 2 },
  method_not_allowed: { allow: "a" },
  parameter_unknown: { values: ["a"] },
  parameter_repeated: { name: "a" },
  list_item_malformed: { name: "a", position: 2 },
  family_not_served: { family: 6 },
  asn_unknown: { asn: 2 },
  address_list_malformed: { max: 2 },
  target_list_malformed: { max: 2 },
  address_malformed_at: { position: 2 },
  batch_too_large: { max: 2 },
  callback_too_long: { max: 2 },
  rate_limited: { limit: 2, windowSeconds: 2, retrySeconds: 2 },
  address_banned_until: { untilMs: 2 },
  address_banned_for_excess: { untilMs: 2 },
  field_too_long: { max: 2 },
  not_one_of: { name: "a", values: ["a"] },
  too_many_wrong_passwords: { retrySeconds: 2 },
  password_too_short: { min: 2 },
  password_too_long: { max: 2 },
  quota_malformed: { max: 2 },
  quota_used_up: { limit: 2, resetAtMs: 2 },
  quota_too_small: { count: 2, remaining: 2, resetAtMs: 2 },
  token_name_malformed: { max: 2 },
  token_limit: { max: 2 },
  token_slots_spent: { max: 2, freeAtMs: 2 },
  ad_too_early: { waitSeconds: 2 },
  ads_used_up: { maxPerDay: 2 },
  ban_block_too_wide: { family: 6, minPrefixLength: 2 },
  ban_of_own_address: { ip: "a" },
  ban_hours_malformed: { max: 2 },
  ban_reason_malformed: { max: 2 },
  bans_full: { max: 2 },
  target_too_long: { max: 2 },
  policy_too_long: { max: 2 },
  address_reserved: { block: "a" },
  name_without_address: { family: "IPv4 " },
  name_resolves_to_reserved: { family: "IPv4 " },
  network_malformed: { minPrefixLength: 2 },
  network_too_large: { minPrefixLength: 2 },
  address_or_network_required: { minPrefixLength: 2 },
  keyword_too_short: { min: 2 },
  dnssec_validation_failed: { extendedErrors: [6] },
  name_servers_refused: { rcode: "a" },
  scans_busy: { retrySeconds: 2 },
  asn_malformed: { max: 2 },
  not_registered: { target: "a" },
  not_assigned: { target: "a" },
  registry_failed: { failure: "busy" },
  registrations_busy: { retrySeconds: 2 },
  transfer_size: { maxBytes: 2 },
};

/** The names in braces, each once. */
function placeholdersOf(text: string): string[] {
  const found = text.matchAll(/\{(\w+)(?:\|[^|{}]*\|[^|{}]*)?\}/g);
  return [...new Set(Array.from(found, ([, name]) => name))].sort();
}

Deno.test("errors - every sentence names exactly the parameters of its reason, and keeps no brace of a placeholder", () => {
  const named = (reasons: Record<string, string>) =>
    Object.entries(reasons)
      .map(([reason, text]) => [reason, placeholdersOf(text)]);
  const declared: Record<string, object> = params;
  const wanted = Object.keys(en.reasons)
    .map((reason) => [reason, Object.keys(declared[reason] ?? {}).sort()]);
  assert.deepEqual(named(en.reasons), wanted);
  assert.deepEqual(named(zh.reasons), wanted);
  for (const [reason, values] of Object.entries(params)) {
    for (const language of ["en", "zh"] as const) {
      const text = errorText(language, { reason, ...values } as ErrorParams);
      assert.deepEqual(placeholdersOf(text), [], text);
    }
  }
});

Deno.test("errors - both languages have the same clauses and extended DNS errors", () => {
  const failures = [zh, en].map((each) => Object.keys(each.registryFailures));
  assert.deepEqual(failures[0], failures[1]);
  assert.equal(en.extendedDnsErrors.length, 30);
  assert.equal(zh.extendedDnsErrors.length, 30);
  assert.equal(extendedErrorText("en", 6), "the signatures are bogus");
  assert.equal(extendedErrorText("zh", 6), "签名无效");
  assert.equal(extendedErrorText("en", 30), "extended error 30");
  assert.equal(extendedErrorText("zh", 30), "扩展错误 30");
});

Deno.test("errorText - does not interpret replacement patterns in parameters", () => {
  const target = "$&$1.test";
  const text = errorText("en", { reason: "not_registered", target });
  assert.equal(text, "The registry has no registration of $&$1.test.");
});

Deno.test("fieldError - the parameters of an error of that field", () => {
  const params = { reason: "email_taken" } as const;
  const error = { field: "email", params };
  assert.equal(fieldError("email", error), params);
  assert.equal(fieldError("password", error), undefined);
  assert.equal(fieldError("email", { field: null, params }), undefined);
  assert.equal(fieldError("email", null), undefined);
});
