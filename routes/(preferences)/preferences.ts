import { byMethod } from "../../define.ts";
import { parseForm, readForm } from "../../lib/http/form.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import {
  preferenceCookies,
  preferencesForm,
} from "../../lib/http/preferences.ts";
import { seeOther } from "../../lib/http/responses.ts";

/**
 * Stores a choice of language or theme in a cookie, and returns to the page.
 */
export const handler = byMethod({
  async POST(ctx) {
    enforceRateLimit(ctx);
    const { next, ...choices } = parseForm(
      await readForm(ctx.req),
      preferencesForm,
    );
    return seeOther(next, ...preferenceCookies(choices));
  },
});
