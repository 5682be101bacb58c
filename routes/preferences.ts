import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { AppError } from "../lib/core/errors.ts";
import { readForm } from "../lib/http/form.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { methods } from "../lib/http/methods.ts";
import { safeRedirectPath } from "../lib/http/safe_redirect.ts";
import {
  PREFERENCE_NAMES,
  rememberPreference,
} from "../lib/http/preferences.ts";
import { seeOther } from "../lib/accounts/sign_in/sign_in.ts";

/**
 * Stores a choice of language or theme in a cookie, and returns to the page.
 */
export const handler = define.handlers(methods({
  async POST(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const form = await readForm(ctx.req);
    const next = safeRedirectPath(form.typed("next"), "/");
    for (const name of PREFERENCE_NAMES) {
      const cookie = rememberPreference(name, form.typed(name));
      if (cookie) return seeOther(next, cookie);
    }
    throw new AppError(
      400,
      "INVALID_INPUT",
      { reason: "preference_unknown" },
    );
  },
}));
