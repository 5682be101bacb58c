import { PageHead } from "../../../components/ui/PageHead.tsx";
import { seeOther } from "../../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import {
  ConsoleNav,
  DoneNotice,
} from "../../../components/accounts/ConsoleNav.tsx";
import { FormErrorNotice } from "../../../components/ui/Notice.tsx";
import { Table } from "../../../components/ui/Table.tsx";
import { TargetText } from "../../../components/ui/TargetText.tsx";
import { RelativeTime } from "../../../components/ui/Time.tsx";
import { byMethod, define, type State } from "../../../define.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { revokeByHandle, sessionViews } from "../../../lib/accounts/console.ts";
import { sessionForms } from "../../../lib/accounts/forms.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  parseForm,
  readForm,
} from "../../../lib/http/form.ts";
import { requireMember } from "../../../lib/accounts/sign_in/sign_in.ts";
import { sessionTexts } from "../../../lib/accounts/view/texts.ts";
import { ActionButton, RowAction } from "../../../components/ui/Fields.tsx";
import { formatText } from "../../../lib/i18n/format.ts";

async function sessionsPage(
  { state }: Context<State>,
  error: FormErrorResponse | null = null,
) {
  const sessions = await sessionViews(
    state.services.sessions,
    requireMember(state),
  );
  return page({ sessions, error }, pageInit(error));
}

export const handler = byMethod({
  GET: (ctx) => sessionsPage(ctx),
  async POST(ctx) {
    const { sessions } = ctx.state.services;
    const member = requireMember(ctx.state);
    const form = await readForm(ctx.req);
    try {
      const fields = parseForm(form, sessionForms);
      switch (fields.action) {
        case "revoke":
          await revokeByHandle(sessions, member, fields.session);
          return seeOther("/console/sessions?done=session");
        case "others":
          await sessions.endAll(member.account.id, member.sessionId);
          return seeOther("/console/sessions?done=sessions");
      }
    } catch (thrown) {
      return await sessionsPage(ctx, formError(thrown, ctx));
    }
  },
});

export default define.page<typeof handler>(({ data, url, req }) => {
  const t = sessionTexts[languageOf(req)];
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <ConsoleNav current="/console/sessions" />
      <section class="panel">
        <h1>{t.heading}</h1>
        <DoneNotice word={url.searchParams.get("done")} />
        <FormErrorNotice error={data.error} shownBy={[]} />
        <Table
          caption={t.caption}
          rows={data.sessions}
          keyOf={({ handle }) => handle}
          empty={t.empty}
          columns={{
            [t.columns.agent]: ({ agent, client }) => (
              <bdi title={agent}>{client || t.unknown}</bdi>
            ),
            [t.columns.address]: ({ address }) => (
              <code class="whole">
                <TargetText text={address} />
              </code>
            ),
            [t.columns.created]: ({ createdAtMs }) => (
              <RelativeTime timeMs={createdAtMs} />
            ),
            [t.columns.seen]: ({ seenAtMs }) => (
              <RelativeTime timeMs={seenAtMs} />
            ),
            [t.columns.end]: ({ isThis, handle, address }) =>
              isThis ? <strong>{t.thisOne}</strong> : (
                <RowAction
                  path="/console/sessions"
                  field="session"
                  value={handle}
                  action="revoke"
                  text={t.end}
                  label={formatText(t.endFrom, { address })}
                />
              ),
          }}
        />
        {data.sessions.length > 1 && (
          <form method="post" action="/console/sessions">
            <ActionButton action="others" text={t.endOthers} isDangerous />
          </form>
        )}
      </section>
    </>
  );
});
