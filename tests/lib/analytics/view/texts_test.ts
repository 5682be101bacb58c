import assert from "node:assert/strict";
import {
  type AnalyticsFailure,
  analyticsFailureText,
} from "../../../../lib/analytics/view/texts.ts";

const faults: AnalyticsFailure[] = [
  { code: "not_configured", missing: ["ANALYTICS_URL"] },
  { code: "website_unknown", listed: [] },
  { code: "refused", status: 500, message: null },
  { code: "refused", status: 500, message: "Out of disk" },
  { code: "wrong_password" },
  { code: "wrong_key" },
  { code: "timeout" },
  { code: "unreachable" },
  { code: "redirected" },
  { code: "wrong_shape" },
];

Deno.test("analyticsFailureText - each failure has its own text in each language", () => {
  const english = faults.map((failure) => analyticsFailureText(failure));
  const chinese = faults.map((failure) => analyticsFailureText(failure, "zh"));
  assert.equal(new Set([...english, ...chinese]).size, 2 * faults.length);
  assert(english.every((text) => /^[A-Z][\x20-\x7e“”]+\.$/.test(text)));
  assert(chinese.every((text) => /^[^.,:]+。$/.test(text.replace("2.15", ""))));
});

Deno.test("analyticsFailureText - contains the server's message", () => {
  assert.equal(
    analyticsFailureText({
      code: "refused",
      status: 500,
      message: "Out of disk",
    }),
    "The analytics server returned an error: 500, “Out of disk”.",
  );
  assert.equal(
    analyticsFailureText({ code: "refused", status: 502, message: null }, "zh"),
    "统计服务器返回错误：502。",
  );
});
