import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { ConsoleNav } from "../../../components/ConsoleNav.tsx";
import { DoneNotice } from "../../../components/DoneNotice.tsx";
import { FaultNotice } from "../../../components/FaultNotice.tsx";
import { SessionTable } from "../../../components/SessionTable.tsx";
import { define, type State } from "../../../define.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import {
  revokeByHandle,
  sessionViews,
} from "../../../lib/accounts/session_list.ts";
import { unknownAction } from "../../../lib/http/errors.ts";
import { readForm } from "../../../lib/http/form.ts";
import { methods } from "../../../lib/http/methods.ts";
import {
  pageInit,
  type ShownFault,
  shownFault,
} from "../../../lib/http/shown_fault.ts";
import { memberIn, seeOther } from "../../../lib/http/sign_in.ts";
import { sessionTexts } from "../../../lib/shared/texts/account_sessions.ts";

async function sessionsPage(
  { state }: Context<State>,
  fault: ShownFault | null = null,
) {
  const sessions = await sessionViews(state.services.sessions, memberIn(state));
  return page({ sessions, fault }, pageInit(fault));
}

export const handler = define.handlers(methods({
  GET: (ctx: Context<State>) => sessionsPage(ctx),
  async POST(ctx: Context<State>) {
    const { sessions } = ctx.state.services;
    const member = memberIn(ctx.state);
    const form = await readForm(ctx.req);
    try {
      switch (form.optional("action")) {
        case "revoke":
          await revokeByHandle(sessions, member, form.text("session"));
          return seeOther("/console/sessions?done=session");
        case "others":
          await sessions.endAll(member.account.id, member.sessionId);
          return seeOther("/console/sessions?done=sessions");
        default:
          throw unknownAction();
      }
    } catch (thrown) {
      return await sessionsPage(ctx, shownFault(thrown, ctx));
    }
  },
}));

export default define.page<typeof handler>(({ data, url, req }) => {
  const t = sessionTexts[languageOf(req)];
  return (
    <>
      <Head>
        <title>{t.title}</title>
        <meta name="description" content={t.description} />
      </Head>
      <ConsoleNav current="/console/sessions" />
      <section class="panel">
        <h1>{t.heading}</h1>
        <DoneNotice word={url.searchParams.get("done")} />
        <FaultNotice fault={data.fault} beside={[]} />
        <SessionTable sessions={data.sessions} />
        {data.sessions.length > 1 && (
          <form method="post" action="/console/sessions">
            <button class="danger" type="submit" name="action" value="others">
              {t.endOthers}
            </button>
          </form>
        )}
      </section>
    </>
  );
});
