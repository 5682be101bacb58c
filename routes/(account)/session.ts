import type { Context } from "fresh";
import { define, type State } from "../../define.ts";
import { parseEmail } from "../../lib/accounts/email.ts";
import { jsonAnswer } from "../../lib/http/answers.ts";
import { AS_TYPED, readForm } from "../../lib/http/form.ts";
import { methods } from "../../lib/http/methods.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { shownFault } from "../../lib/http/shown_fault.ts";
import { authenticate, sessionFor } from "../../lib/http/sign_in.ts";
import { homeView } from "../../lib/profile/views/home.ts";
import { errorText } from "../../lib/shared/texts/errors.ts";

/** Signs in from the home page, and answers with the rows that were locked there. */
export const handler = define.handlers(methods({
  async POST(ctx: Context<State>) {
    const { req, state: { services, client } } = ctx;
    const language = languageOf(req);
    const form = await readForm(req);
    try {
      const email = parseEmail(form.text("email"));
      const password = form.text("password", AS_TYPED);
      const account = await authenticate(ctx, email, password);
      const cookies = await sessionFor(ctx, account);
      const { profile } = await services.profiles.describe(client.ip, {
        order: "v2",
        client,
        signal: req.signal,
      });
      const { layers } = homeView(profile, {
        audience: "member",
        settings: services.fieldSwitches.current,
        language,
      });
      const answer = jsonAnswer({ rows: layers[2] }, { isPrivate: true });
      for (const line of cookies) answer.headers.append("set-cookie", line);
      return answer;
    } catch (thrown) {
      const { status, message, headers } = shownFault(thrown, ctx);
      return jsonAnswer(
        { message: errorText(language, message) },
        { status, isPrivate: true },
        headers,
      );
    }
  },
}));
