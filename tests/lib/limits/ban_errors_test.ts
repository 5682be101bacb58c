import assert from "node:assert/strict";
import type { AppError } from "../../../lib/core/errors.ts";
import {
  automaticallyBanned,
  manuallyBanned,
} from "../../../lib/limits/ban_errors.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

function parts(error: AppError) {
  const { status, code, params, headers } = error;
  return { status, code, params, headers };
}

Deno.test("automaticallyBanned - the end of the ban, and Retry-After", () => {
  assert.deepEqual(parts(automaticallyBanned(NOW + 3_600_000, NOW)), {
    status: 403,
    code: "FORBIDDEN",
    params: { reason: "address_banned_for_excess", untilMs: NOW + 3_600_000 },
    headers: { "retry-after": "3600" },
  });
});

Deno.test("automaticallyBanned - rounds up to whole seconds, at least one", () => {
  const soon = automaticallyBanned(NOW + 1_001, NOW);
  assert.equal(soon.headers["retry-after"], "2");
  assert.equal(automaticallyBanned(NOW, NOW).headers["retry-after"], "1");
});

Deno.test("manuallyBanned - the end of the ban, if it has one", () => {
  assert.deepEqual(parts(manuallyBanned(NOW + 60_000, NOW)), {
    status: 403,
    code: "FORBIDDEN",
    params: { reason: "address_banned_until", untilMs: NOW + 60_000 },
    headers: { "retry-after": "60" },
  });
  assert.deepEqual(parts(manuallyBanned(Infinity, NOW)), {
    status: 403,
    code: "FORBIDDEN",
    params: { reason: "address_banned" },
    headers: {},
  });
});
