import { byMethod } from "../../define.ts";
import { signInForm } from "../../lib/accounts/forms.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { formError, parseForm, readForm } from "../../lib/http/form.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import {
  authenticate,
  sessionFor,
} from "../../lib/accounts/sign_in/sign_in.ts";
import { homeForViewer } from "../../lib/ipinfo/home/home_for_viewer.ts";
import { parseIp } from "../../lib/net/ip_address.ts";
import { errorText } from "../../lib/i18n/errors.ts";

/**
 * Signs in from a page about an address: the one in the form, or the client's
 * own. Responds with the rows that were locked.
 */
export const handler = byMethod({
  async POST(ctx) {
    const { req, state: { services, client } } = ctx;
    const language = languageOf(req);
    const form = await readForm(req);
    try {
      const { email, password } = parseForm(form, signInForm);
      const account = await authenticate(ctx, email, password);
      const cookies = await sessionFor(ctx, account);
      const about = parseIp(form.typed("address")) ?? client.ip;
      const { profile } = await services.profiles.describe(about, {
        order: "v2",
        client,
        signal: req.signal,
      });
      const { layers } = homeForViewer(ctx, profile, "member");
      const response = jsonResponse({ rows: layers[2] }, { isPrivate: true });
      for (const line of cookies) response.headers.append("set-cookie", line);
      return response;
    } catch (thrown) {
      const { status, params, headers } = formError(thrown, ctx);
      return jsonResponse(
        { message: errorText(language, params) },
        { status, isPrivate: true },
        headers,
      );
    }
  },
});
