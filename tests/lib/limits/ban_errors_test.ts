import assert from "node:assert/strict";
import type { AppError } from "../../../lib/core/errors.ts";
import {
  automaticallyBanned,
  manuallyBanned,
} from "../../../lib/limits/ban_errors.ts";
import { errorText } from "../../../lib/i18n/errors.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

function parts(error: AppError) {
  const { status, code, message, headers } = error;
  return { status, code, message, headers };
}

Deno.test("automaticallyBanned - says until when, and when to come back", () => {
  assert.deepEqual(parts(automaticallyBanned(NOW + 3_600_000, NOW)), {
    status: 403,
    code: "FORBIDDEN",
    message:
      "This address is banned until 2026-11-21T13:00:00Z for exceeding its limits too often.",
    headers: { "retry-after": "3600" },
  });
});

Deno.test("automaticallyBanned - rounds up to whole seconds, at least one", () => {
  const soon = automaticallyBanned(NOW + 1_001, NOW);
  assert.equal(soon.headers["retry-after"], "2");
  assert.match(soon.message, /2026-11-21T12:00:02Z/);
  const over = automaticallyBanned(NOW, NOW);
  assert.equal(over.headers["retry-after"], "1");
});

Deno.test("manuallyBanned - says until when; nothing of an end where there is none", () => {
  assert.deepEqual(parts(manuallyBanned(NOW + 60_000, NOW)), {
    status: 403,
    code: "FORBIDDEN",
    message: "This address is banned until 2026-11-21T12:01:00Z.",
    headers: { "retry-after": "60" },
  });
  assert.deepEqual(parts(manuallyBanned(Infinity, NOW)), {
    status: 403,
    code: "FORBIDDEN",
    message: "This address is banned.",
    headers: {},
  });
});

Deno.test("ban errors - are told in Chinese", () => {
  const errors = [
    automaticallyBanned(NOW + 3_600_000, NOW),
    manuallyBanned(NOW + 3_600_000, NOW),
    manuallyBanned(Infinity, NOW),
  ];
  assert.deepEqual(errors.map(({ message }) => errorText("zh", message)), [
    "该地址多次超出访问限制，封禁至 2026-11-21T13:00:00Z。",
    "该地址已被封禁，截止时间为 2026-11-21T13:00:00Z。",
    "该地址已被封禁。",
  ]);
});
